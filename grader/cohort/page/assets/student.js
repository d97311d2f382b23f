// One student: what the dialog shows, read from the page's data when it is first opened.

let opened = -1; // whose detail is shown
let kept = null; // the lines of the data: texts, and students who name them by number

function detail(place) {
  if (!kept) {
    kept = { texts: [""], students: [] };
    for (const line of $("details").textContent.split("\n")) {
      if (line[0] === '"') kept.texts.push(line);
      if (line[0] === "{") kept.students.push(line);
    }
  }
  return JSON.parse(kept.students[place].replace(/,$/, ""));
}

const text = (at) => (at ? JSON.parse(kept.texts[at].replace(/,$/, "")) : "");

function quoted(heading, at, place, blank) {
  const said = text(at);
  if (!said && !blank) return [];
  return [el("h3", "", heading), words(said ? "pre" : "p", "quoted", masked(said, place) || blank)];
}

function facts(one, place) {
  const [path, commit, time] = one.where;
  const person = about.people[place];
  const told = [
    ["Username", shown && person[USER]], ["E-mail", shown && person[MAIL]],
    ["Section", person[SECTION]], ["Folder", shown && path], ["Commit", commit.slice(0, 12)],
    ["Committed", time.replace("T", " ") + (one.late && time ? "; later commits were not graded" : "")],
    ["Took", one.seconds === null ? "" : `${one.seconds.toFixed(2)} s`],
  ];
  const list = el("dl", "facts");
  for (const [name, said] of told) {
    if (said) list.append(el("div", "", el("dt", "", name), words("dd", "", said)));
  }
  return list;
}

function exercise(result, at, place) {
  const [status, points, mistake, message, helped, lost] = result;
  const [name, most] = about.exercises[at];
  const made = el("section", "exercise",
    el("h3", "", el("code", "", name), ` ${points} of ${most}`,
      el("span", "tag", status.replace("_", " "))));
  if (mistake >= 0 && about.mistakes[mistake][0]) {
    made.append(el("p", "mistake", about.mistakes[mistake][0]));
  }
  if (status === "failed") made.append(words("pre", "", masked(text(message), place)));
  if (helped) {
    made.append(el("p", "", `${helped} tests earned with a working function beside it.`));
  }
  if (status !== "failed") return made;
  const list = el("ul", "lost");
  for (const [test, outcome, said] of lost) {
    const [title, suite, worth] = about.tests[test];
    const head = `${title} (${suite}, ${worth}) ${outcome === "failed" ? "" : outcome.replaceAll("_", " ")}`;
    const more = el("details", "", el("summary", "", head));
    more.append(words("pre", "", masked(text(said), place)));
    list.append(el("li", "", more));
  }
  made.append(el("p", "", `Lost tests: ${lost.length}`), list);
  return made;
}

function show(place) {
  const one = detail(place);
  opened = place;
  const graded = one.status === "graded";
  const points = graded ? `${one.points} of ${about.most} points` : one.status.replace("_", " ");
  $("detail-title").replaceChildren(words("bdi", "", calls(place)), " ", el("span", "tag", points));
  const parts = [facts(one, place)];
  about.findings.forEach(([kind, student], at) => {
    if (student === place) parts.push(words("p", `finding ${kind}`, told(at)));
  });
  if (one.notes.length) {
    const notes = one.notes.map((at) => words("li", "", masked(text(at), place)));
    parts.push(el("h3", "", "Notes"), el("ul", "", ...notes));
  }
  if (graded) {
    for (const [name, question] of Object.entries(about.questions)) {
      parts.push(...quoted(question, one.answers[name] ?? 0, place, "(no answer)"));
    }
    parts.push(...one.exercises.map((result, at) => exercise(result, at, place)));
    parts.push(...quoted("Printed", one.printed[0], place));
    parts.push(...quoted("Printed during hidden tests", one.printed[1], place));
  }
  $("detail-body").replaceChildren(...parts);
  const near = neighbours();
  $("before").disabled = !near[0];
  $("after").disabled = !near[1];
  const moved = $("detail").open;
  if (!moved) $("detail").showModal();
  $("detail").scrollTop = 0;
  // Who walks through the class stays on the button; its heading is read out.
  // (A button that is disabled has lost the focus, or is about to.)
  const at = document.activeElement;
  if (!moved || at.disabled || !$("detail").contains(at)) $("detail-title").focus();
}

// The rows before and after, as the table stands now.
function neighbours() {
  const seen = [...$("heat").tBodies[0].rows].filter((row) => !row.hidden);
  const at = seen.findIndex((row) => Number(row.dataset.s) === opened);
  return at < 0 ? [] : [seen[at - 1], seen[at + 1]];
}

const move = (step) => () => show(Number(neighbours()[step].dataset.s));
$("before").addEventListener("click", move(0));
$("after").addEventListener("click", move(1));
$("close").addEventListener("click", () => $("detail").close());
$("detail").addEventListener("close", () => {
  const row = $("heat").querySelector(`tr[data-s="${opened}"]:not([hidden]) button`);
  if (row && document.activeElement.closest("#heat")) row.focus();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("button.open");
  if (button) show(Number(button.firstChild.dataset.s));
});

// What needs this script appears only now.
for (const who of all("bdi.who")) {
  const button = el("button", "open");
  button.type = "button";
  button.setAttribute("aria-haspopup", "dialog");
  who.replaceWith(button);
  button.append(who);
}
for (const one of [$("reveal"), $("tools"), ...all("button.pick")]) one.hidden = false;
call();
filter();
