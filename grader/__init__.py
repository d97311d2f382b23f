"""The grader: runs suites against submissions and says what was earned."""
