"use strict";
// Every text of a student's goes into the page by textContent alone, never as HTML.
const $ = (id) => document.getElementById(id);
const all = (query, inside = document) => [...inside.querySelectorAll(query)];
const about = JSON.parse($("about").textContent);
const [NUMBER, USER, NAME, FIRST, LAST, MAIL, ID, SECTION] = [0, 1, 2, 3, 4, 5, 6, 7];
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
let shown = false; // whether names are
let whole = false; // whether all rows are

function el(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function words(tag, className, text) {
  const made = el(tag, className, text);
  made.dir = "auto";
  return made;
}

// Names.

const label = (place) => `Student ${about.people[place][NUMBER]}`;
const calls = (place) => (shown ? about.people[place][NAME] : label(place));

// A student's own names, in what is said of them, are hidden as well.
function masked(text, place) {
  if (shown) return text;
  const names = [NAME, MAIL, USER, FIRST, LAST, ID]
    .map((at) => about.people[place][at])
    .filter((name) => name.length > 1)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  if (!names.length) return text;
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  return text.replace(whole, label(place));
}

// These quote folders, or mean nobody of the class: who knows whom they name?
const QUOTES = ["unmatched", "doubled", "unreadable", "not_loaded", "tried"];

function told(place) {
  const [kind, student, text, who] = about.findings[place];
  if (!shown && (student < 0 || QUOTES.includes(kind))) return "(told while names are shown)";
  const said = shown ? text : text.replace(/a result of ".*"(?=\. )/, "a result of somebody else");
  return student < 0 && who ? `${who}: ${said}` : masked(said, student);
}

function call() {
  for (const who of all("bdi.who")) who.textContent = calls(who.dataset.s);
  for (const item of all("[data-finding]")) {
    item.querySelector(".words").textContent = told(item.dataset.finding);
  }
  for (const row of all("[data-apart]")) {
    const notes = about.apart[row.dataset.apart] ?? [];
    row.querySelector(".words").textContent = masked(notes.join("\n"), Number(row.dataset.apart));
  }
}

$("names").addEventListener("click", () => {
  shown = !shown;
  $("names").setAttribute("aria-pressed", String(shown));
  $("names").textContent = shown ? "Hide names" : "Show names";
  $("names-now").textContent = shown ? "shown" : "hidden on screen, for projecting";
  call();
  filter();
});

// Tables.

function value(row, at, sort) {
  const cell = row.cells[at];
  const text = cell.dataset.v ?? cell.textContent;
  return sort === "number" && text !== "" ? Number(text) : text;
}

function sortBy(head) {
  const body = head.closest("table").tBodies[0];
  const down = head.getAttribute("aria-sort") === "ascending";
  const turn = down ? -1 : 1;
  const keyed = [...body.rows].map((row) => [value(row, head.cellIndex, head.dataset.sort), row]);
  // What is blank comes last, whichever way.
  keyed.sort(([a], [b]) => {
    if (a === "" || b === "") return (a === "") - (b === "");
    return turn * (typeof a === "number" ? a - b : collator.compare(a, b));
  });
  body.replaceChildren(...keyed.map(([, row]) => row));
  list();
  for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
}

for (const head of all("table.sorts th[data-sort]")) {
  const button = el("button", "sort", ...head.childNodes);
  button.type = "button";
  button.addEventListener("click", () => sortBy(head));
  head.replaceChildren(button);
}

// Search.

const rows = [...$("heat").tBodies[0].rows].map((row) => ({
  row,
  student: Number(row.dataset.s),
  keys: row.dataset.k.split(" "),
  mistakes: row.dataset.m ? row.dataset.m.split(" ") : [],
  lost: about.exercises.map(([, most], at) => {
    const points = row.cells[2 + at].dataset.v;
    return points !== undefined && Number(points) < most;
  }),
}));
const mistakeName = (at) => {
  const [title, exercise] = about.mistakes[at];
  const said = title || "wrong, without a name";
  return exercise === null ? said : `${about.exercises[exercise][0]}: ${said}`;
};
const picks = ["search", "lost", "status", "mistake", "section"];

function filter() {
  const [text, lost, status, mistake, section] = picks.map((id) => $(id).value);
  const sought = text.trim().toLowerCase();
  let hits = 0;
  for (const one of rows) {
    const person = about.people[one.student];
    const hay = () =>
      [label(one.student), ...(shown ? person.slice(USER) : []), ...one.mistakes.map(mistakeName)]
        .join("\n").toLowerCase();
    const kept =
      (!lost || one.lost[lost]) &&
      (!status || one.keys.includes(status)) &&
      (!mistake || one.mistakes.includes(mistake)) &&
      (!section || person[SECTION] === section) &&
      (!sought || hay().includes(sought));
    if (one.row.hidden === kept) one.row.hidden = !kept;
    hits += kept;
  }
  $("hits").textContent = `${hits} of ${rows.length} students found`;
  list();
}

// A long table is slow to lay out: beyond its first rows it waits for a click, or for paper.
function list() {
  const first = whole ? Infinity : Number($("heat").dataset.first);
  let at = 0;
  for (const row of $("heat").tBodies[0].rows) {
    if (!row.hidden) row.classList.toggle("beyond", ++at > first);
  }
  $("whole").hidden = at <= first;
  $("whole").textContent = `Show all ${at}, not only the first ${first}`;
}

addEventListener("beforeprint", () => {
  for (const folded of all("details.kind")) folded.open = true;
});

$("whole").addEventListener("click", () => {
  whole = true;
  list();
  $("students").focus();
});

function choose(changes) {
  for (const id of picks) $(id).value = changes[id] ?? "";
  filter();
}

function options(id, choices) {
  for (const [value, text] of choices) $(id).append(new Option(text, value));
}

options("lost", about.exercises.map(([name], at) => [at, name]));
const order = about.mistakes.map((_, at) => [at, mistakeName(at)]);
options("mistake", order.sort(([, a], [, b]) => collator.compare(a, b)));
const sections = [...new Set(about.people.map((one) => one[SECTION]))].filter(Boolean);
options("section", sections.sort(collator.compare).map((one) => [one, one]));
$("section").parentElement.hidden = sections.length < 2;
for (const id of picks) $(id).addEventListener("input", filter);
$("clear").addEventListener("click", () => choose({}));
for (const button of all("button.pick")) {
  button.addEventListener("click", () => {
    choose({ mistake: button.dataset.mistake });
    $("students").focus();
  });
}
