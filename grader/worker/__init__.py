"""The process that runs the student's code. It imports only `grader.wire`."""
