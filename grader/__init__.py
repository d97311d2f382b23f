"""The grader: runs suites against submissions and says what was earned.

A submission goes one way through these rooms, and imports run downwards only:

    cli            commands and exit codes, no logic
    author         what an author of the assignment runs: check, release, bundle
    cohort         a class: graded by many slots, kept, compared, told in tables
      handed_in    whose work is in a folder or a download, and as of which commit
      page         the class on one page
    run            one submission: a path to a scorecard
    reports        one scorecard in, text out
    roll           one row for each student: what tables and the page are made from
    slots          the processes that run the suites: jobs in, records out
    slot_process   what such a process does
    suite          the pytest plugin: collect once, then run the items for each submission
    caller         what a test holds as `submission`: calls under the time rules
    remote         the grader's end of a worker: start, call with a deadline, stop
    jobs           what a slot and its owner say to each other
    provenance     versions, and a digest that changes whenever marks could change
    channel        the warm process, from which workers are forked, and the pipes to a worker
    scorecard      a record and a rubric make a scorecard
    record         what a slot hands over, read test by test
    plain          hostile text made inert
    rubric         grading.json, checked
    submission     a path to the named files' bytes
    wire           frames and values between grader and worker
    worker         the process that runs the student's code; it imports only `wire`
"""

__version__ = "0.1.0"
