(() => {
"use strict";

const REACHABLE = 1, LOOP_HEAD = 2, STEP = 64, LISTED = 300;
const data = JSON.parse(document.getElementById("data").textContent);
const text = number => data.texts[number];
const byId = id => document.getElementById(id);
const source = byId("source"), here = byId("here"), tip = byId("tip"), query = byId("query");
const status = byId("status"), found = byId("found"), every = byId("every");

function make(tag, className, content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (content !== undefined) element.textContent = content;
  return element;
}

// ---- what is known, put together again ----------------------------------------------------------------------

// Lines by their element's id: {points: [[group, index]…], checks: […], notes: […]}.
const lines = new Map();

function lineOf(file, line) {
  const id = `f${file}l${line}`;
  let entry = lines.get(id);
  if (!entry) lines.set(id, entry = {points: [], checks: [], notes: []});
  return entry;
}

data.groups.forEach(([file, , points], group) => {
  points.forEach((point, index) => lineOf(file, point[0]).points.push([group, index]));
});
for (const check of data.checks) lineOf(check[0], check[1]).checks.push(check);
for (const [file, line, why] of data.notes) lineOf(file, line).notes.push(why);

function advance(state, point) {
  if (!(point[2] & REACHABLE)) return;
  const [, , , , news, gone] = point;
  for (const name of gone) state.delete(name);
  for (let i = 0; i < news.length; i += 2) state.set(news[i] >> 1, news[i + 1]);
}

const snapshots = new Map();

// All that is known at a point: name to fact. Every so many points the state is kept.
function known(group, index) {
  const points = data.groups[group][2];
  if (!(points[index][2] & REACHABLE)) return new Map();
  let kept = snapshots.get(group);
  if (!kept) snapshots.set(group, kept = [new Map()]);
  const wanted = Math.floor(index / STEP);
  while (kept.length <= wanted) {
    const state = new Map(kept[kept.length - 1]);
    for (let i = (kept.length - 1) * STEP; i < kept.length * STEP; i++) advance(state, points[i]);
    kept.push(state);
  }
  const state = new Map(kept[wanted]);
  for (let i = wanted * STEP; i <= index; i++) advance(state, points[i]);
  return state;
}

const INTERVAL = /^\[[^\[\]]*\]\??$/;
const nameOf = name => text(data.names[name]);
const valuesOf = fact => text(data.facts[2 * fact]) || text(data.facts[2 * fact + 1]);
const conditionOf = fact => text(data.facts[2 * fact + 1]);

// ---- the margin ---------------------------------------------------------------------------------------------

function margin(entry, dead) {
  const box = make("span", "m");
  const add = (...parts) => { for (const part of parts) box.append(part, " "); };
  // What must not be cut off comes first.
  for (const check of entry.checks) {
    const name = text(check[2]);
    add(make("span", "badge " + name, `${name} #${check[3]}`));
  }
  for (const why of entry.notes) add(make("span", "note", "not modelled: " + text(why)));
  const loop = entry.points.some(([g, i]) => data.groups[g][2][i][2] & LOOP_HEAD);
  if (loop) {
    const mark = make("span", "loop", "↻");
    mark.title = "loop head";
    add(mark);
  }
  for (const [group, index] of entry.points) {
    const [, label, flags, needs, news] = data.groups[group][2][index];
    const shown = [];
    // Where a check fails nothing goes on, and what never fails has nothing there: the class says it.
    if (!(flags & REACHABLE) && !dead && !(label && entry.checks.length)) {
      const mark = make("span", "nothing", "_|_");
      mark.title = text(data.nowhere);
      shown.push(mark);
    }
    for (let i = 0; i < news.length; i += 2) {
      if (!(news[i] & 1)) continue;
      const one = make("span");
      one.append(make("b", "", nameOf(news[i] >> 1)), " " + valuesOf(news[i + 1]));
      shown.push(one);
    }
    if (needs) shown.push(make("span", "needs", "! needs " + text(needs)));
    if (shown.length && label) shown.unshift(make("span", "label", text(label) + ":"));
    add(...shown);
  }
  return box;
}

function fill(chunk) {
  if (chunk.dataset.full) return;
  chunk.dataset.full = "1";
  for (const row of chunk.children) {
    const entry = lines.get(row.id);
    if (!entry) continue;
    const box = margin(entry, row.classList.contains("dead"));
    if (box.childNodes.length) row.append(box);
  }
}

const near = new IntersectionObserver(entries => {
  for (const entry of entries) if (entry.isIntersecting) { near.unobserve(entry.target); fill(entry.target); }
}, {rootMargin: "600px"});
const chunks = [...source.getElementsByClassName("chunk")];
chunks.forEach(chunk => near.observe(chunk));
addEventListener("beforeprint", () => {
  chunks.forEach(fill);
  for (const one of document.querySelectorAll("summary:not(.impossible, .unreachable)")) one.parentElement.open = true;
});

// ---- one line: all that is known there ----------------------------------------------------------------------

let shownId = "", pinnedId = "", wantedNames = new Set();

function show(id) {
  const entry = lines.get(id), row = byId(id);
  if (!entry || !row) return;
  shownId = id;
  const dead = row.classList.contains("dead");
  const sections = source.querySelectorAll("section > h2");
  const file = sections.length > 1 ? " of " + row.closest("section").querySelector("h2").textContent : "";
  const title = make("h3", "", `Line ${row.dataset.n}${file}`);
  const close = make("button", "close", "×");
  close.type = "button";
  close.setAttribute("aria-label", "Close");
  close.onclick = release;
  here.replaceChildren(close, title);
  for (const check of entry.checks) {
    const name = text(check[2]), line = make("p");
    line.append(make("span", "badge " + name, name), ` check #${check[3]}, ${text(check[4])}: ${text(check[5])}`);
    here.append(line);
    for (const necessary of check[6]) here.append(make("p", "", text(necessary)));
  }
  for (const why of entry.notes) here.append(make("p", "note", "not modelled: " + text(why)));
  for (const [group, index] of entry.points) here.append(...pointParts(group, index, dead));
  here.scrollTop = 0;
  const marked = here.querySelector("tr.found");
  if (marked) marked.scrollIntoView({block: "nearest"});
}

function pointParts(group, index, dead) {
  const [, label, flags, needs, news] = data.groups[group][2][index];
  const head = [text(data.groups[group][1])];
  if (label) head.push(text(label));
  if (flags & LOOP_HEAD) head.push("head of a loop");
  const parts = [make("h4", "", head.join(", "))];
  if (!(flags & REACHABLE)) return [...parts, make("p", "", dead ? "no execution comes here" : text(data.nowhere))];
  const changed = new Set();
  for (let i = 0; i < news.length; i += 2) if (news[i] & 1) changed.add(news[i] >> 1);
  const table = make("table");
  for (const [name, fact] of known(group, index)) {
    const row = table.insertRow();
    row.className = (changed.has(name) ? "changed " : "") + (wantedNames.has(name) ? "found" : "");
    const head = make("th");
    head.scope = "row";
    const button = make("button", "", nameOf(name));
    button.type = "button";
    button.title = `find ${nameOf(name)}`;
    button.onclick = () => { query.value = nameOf(name); search(); };
    head.append(button);
    const values = make("td", "", valuesOf(fact)), condition = conditionOf(fact);
    // The condition that an interval says already would only take room.
    if (condition && condition !== valuesOf(fact)) {
      values.title = condition;
      if (!INTERVAL.test(valuesOf(fact))) values.append(make("small", "", condition));
    }
    row.append(head, values);
  }
  if (table.rows.length) parts.push(table);
  if (needs) parts.push(make("p", "needs", "! needs " + text(needs)));
  else if (!table.rows.length) parts.push(make("p", "", "Nothing is known."));
  return parts;
}

function pin(id) {
  byId(pinnedId)?.classList.remove("pinned");
  pinnedId = id;
  byId(id)?.classList.add("pinned");
  if (id) show(id);
}

const hint = [...here.childNodes];
function release() {
  pin("");
  shownId = "";
  here.replaceChildren(...hint);
}

const rowOf = target => target instanceof Element ? target.closest(".l") : null;

source.addEventListener("mouseover", event => {
  const row = rowOf(event.target);
  if (row && !pinnedId && row.id !== shownId) show(row.id);
});
source.addEventListener("click", event => {
  const row = rowOf(event.target);
  if (!row || String(getSelection())) return;
  if (pinnedId === row.id) { release(); return; }
  if (!lines.has(row.id)) return;
  pin(row.id);
  take(row);
  history.replaceState(null, "", "#" + row.id);
});

// ---- a variable under the mouse, or chosen with the arrow keys ----------------------------------------------

const WORD = /[A-Za-z_]\w*/g;
const has = (name, word) => name === word || (name.match(WORD) || []).includes(word);

function told(name, fact) {
  const values = valuesOf(fact), condition = conditionOf(fact);
  return `${nameOf(name)}: ${values}` + (condition && condition !== values ? `, ${condition}` : "");
}

function factsOf(id, word) {
  const rows = [];
  for (const [group, index] of lines.get(id)?.points || []) {
    for (const [name, fact] of known(group, index)) {
      if (has(nameOf(name), word)) rows.push(told(name, fact));
    }
  }
  return [...new Set(rows)];
}

function showTip(rows, box) {
  tip.replaceChildren(...rows.map(row => make("div", "", row)));
  tip.hidden = false;
  tip.style.left = Math.max(4, Math.min(box.left, innerWidth - tip.offsetWidth - 8)) + "px";
  const below = box.bottom + 4;
  tip.style.top = (below + tip.offsetHeight < innerHeight ? below : box.top - tip.offsetHeight - 4) + "px";
}

function wordAt(x, y) {
  let node, offset;
  if (document.caretPositionFromPoint) {
    const place = document.caretPositionFromPoint(x, y);
    if (place) [node, offset] = [place.offsetNode, place.offset];
  } else if (document.caretRangeFromPoint) {
    const place = document.caretRangeFromPoint(x, y);
    if (place) [node, offset] = [place.startContainer, place.startOffset];
  }
  if (!node || node.nodeType !== Node.TEXT_NODE || !node.parentElement.closest(".l > code")) return null;
  for (const match of node.data.matchAll(WORD)) {
    if (match.index <= offset && offset <= match.index + match[0].length) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const box = range.getBoundingClientRect();
      return x >= box.left - 2 && x <= box.right + 2 ? {word: match[0], box} : null;
    }
  }
  return null;
}

let pending = 0;
source.addEventListener("mousemove", event => {
  cancelAnimationFrame(pending);
  pending = requestAnimationFrame(() => {
    const row = rowOf(event.target), at = row && wordAt(event.clientX, event.clientY);
    const rows = at ? factsOf(row.id, at.word) : [];
    if (rows.length) showTip(rows, at.box); else tip.hidden = true;
  });
});
source.addEventListener("mouseleave", () => { cancelAnimationFrame(pending); tip.hidden = true; });

// The words of a row of which something is known, with where they are.
function wordsOf(row) {
  const words = [], walker = document.createTreeWalker(row.querySelector("code"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const match of node.data.matchAll(WORD)) {
      const rows = factsOf(row.id, match[0]);
      if (!rows.length) continue;
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      words.push({rows, range});
    }
  }
  return words;
}

// ---- the keyboard -------------------------------------------------------------------------------------------

let current = null, chosen = -1;

// One row can be reached with the Tab key; the arrow keys go on from there.
function take(row, focus = true) {
  if (!row) return;
  if (current) current.tabIndex = -1;
  current = row;
  chosen = -1;
  row.tabIndex = 0;
  row.setAttribute("aria-describedby", "here");
  if (focus) row.focus({preventScroll: true});
}

function beside(row, step) {
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  if (next) return next;
  const chunk = chunks[chunks.indexOf(row.parentElement) + step];
  return chunk && (step > 0 ? chunk.firstElementChild : chunk.lastElementChild);
}

function choose(step) {
  const words = wordsOf(current);
  if (!words.length) return;
  chosen = (chosen + step + words.length) % words.length;
  showTip(words[chosen].rows, words[chosen].range.getBoundingClientRect());
}

if (matchMedia("(max-width: 800px)").matches) {
  // On a small screen the source would be far below.
  for (const list of document.querySelectorAll("#about details")) list.open = false;
}

take(source.querySelector(".l"), false);
source.addEventListener("focusin", event => {
  const row = rowOf(event.target);
  if (row && !pinnedId) show(row.id);
});
source.addEventListener("focusout", () => { tip.hidden = true; });
source.addEventListener("keydown", event => {
  const row = rowOf(event.target);
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key], word = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (step) {
    const next = beside(row, step);
    if (next) { take(next); next.scrollIntoView({block: "nearest"}); }
  } else if (word) {
    if (row !== current) take(row);
    choose(chosen < 0 && word < 0 ? 0 : word);
  } else if (event.key === "Enter" || event.key === " ") {
    if (pinnedId === row.id) release(); else if (lines.has(row.id)) pin(row.id);
  } else return;
  event.preventDefault();
});

addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") { clear(); return; }
  const writes = event.target instanceof HTMLInputElement && event.target.type === "search";
  if (writes) return;
  if (event.key === "/") { query.focus(); query.select(); }
  else if (event.key === "n") go(1);
  else if (event.key === "N") go(-1);
  else return;
  event.preventDefault();
});

// ---- the search ---------------------------------------------------------------------------------------------

let hits = [], at = -1;

// The names that are meant: the variable itself and what is known of places and relations with it; else whatever
// has the text in it.
function namesFor(wanted) {
  const exact = new Set(), loose = new Set(), lower = wanted.toLowerCase();
  data.names.forEach((number, name) => {
    const written = text(number);
    if (has(written, wanted)) exact.add(name);
    else if (written.toLowerCase().includes(lower)) loose.add(name);
  });
  return exact.size ? exact : loose;
}

// Points where something is known of these names: each, or the first and last of those where it is the same.
function hitsFor(names, all) {
  const result = [];
  data.groups.forEach(([, , points], group) => {
    const state = new Map(), open = new Map();
    points.forEach((point, index) => {
      if (!(point[2] & REACHABLE)) return;
      const [, , , , news, gone] = point;
      for (const name of gone) if (names.has(name)) { state.delete(name); open.delete(name); }
      for (let i = 0; i < news.length; i += 2) if (names.has(news[i] >> 1)) state.set(news[i] >> 1, news[i + 1]);
      for (const [name, fact] of state) {
        const last = open.get(name);
        if (!all && last && last.fact === fact) { last.end = index; continue; }
        const hit = {group, index, end: index, name, fact};
        open.set(name, hit);
        result.push(hit);
      }
    });
  });
  return result;
}

const lineAt = (hit, index) => data.groups[hit.group][2][index][0];
const rowId = hit => `f${data.groups[hit.group][0]}l${lineAt(hit, hit.index)}`;

function placeOf(hit) {
  const first = lineAt(hit, hit.index), last = lineAt(hit, hit.end);
  return first === last ? String(first) : `${first}–${last}`;
}

function search() {
  const wanted = query.value.trim();
  unmark();
  at = -1;
  wantedNames = wanted ? namesFor(wanted) : new Set();
  hits = wanted ? hitsFor(wantedNames, every.checked) : [];
  byId("next").disabled = byId("previous").disabled = !hits.length;
  list();
  if (!wanted) status.textContent = "";
  else if (!hits.length) status.textContent = `Nothing is known about ${wanted}.`;
  else go(1);
}

function list() {
  const items = hits.slice(0, LISTED).map((hit, index) => {
    const item = make("li"), button = make("button");
    button.type = "button";
    button.title = text(data.groups[hit.group][1]);
    button.append(make("span", "place", placeOf(hit)), make("span", "fact", `${nameOf(hit.name)} ${valuesOf(hit.fact)}`));
    button.onclick = () => { at = index - 1; go(1); };
    item.append(button);
    return item;
  });
  if (hits.length > LISTED) items.push(make("li", "", `… and ${hits.length - LISTED} more: go on with n`));
  found.replaceChildren(...items);
}

function unmark() {
  for (const row of source.querySelectorAll(".hit, .run")) row.classList.remove("hit", "run");
  found.querySelector("[aria-current]")?.removeAttribute("aria-current");
}

function go(step) {
  if (!hits.length) return;
  unmark();
  at = (at + step + hits.length) % hits.length;
  const hit = hits[at], row = byId(rowId(hit));
  const item = found.children[at]?.firstElementChild;
  if (at < LISTED && item) {
    item.setAttribute("aria-current", "true");
    item.scrollIntoView({block: "nearest"});
  }
  const where = `${text(data.groups[hit.group][1])}, ${lineAt(hit, hit.index) === lineAt(hit, hit.end) ? "line" : "lines"} ${placeOf(hit)}`;
  status.textContent = `${at + 1} of ${hits.length}: ${where}: ${nameOf(hit.name)}: ${valuesOf(hit.fact)}`;
  if (!row) return;
  for (let index = hit.index; index <= hit.end; index++) {
    byId(`f${data.groups[hit.group][0]}l${lineAt(hit, index)}`)?.classList.add("run");
  }
  row.classList.add("hit");
  fill(row.parentElement);
  row.scrollIntoView({block: "center"});
  take(row, false);
  pin(row.id);
}

function clear() {
  query.value = "";
  search();
  release();
  tip.hidden = true;
  if (document.activeElement === query) query.blur();
}

let waiting = 0;
query.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, 150); });
every.addEventListener("change", search);
byId("next").onclick = () => go(1);
byId("previous").onclick = () => go(-1);
byId("search").addEventListener("submit", event => event.preventDefault());
query.addEventListener("keydown", event => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  clearTimeout(waiting);
  if (hits.length && wantedNames.size && query.dataset.done === query.value) go(event.shiftKey ? -1 : 1);
  else { query.dataset.done = query.value; search(); }
});
query.addEventListener("focus", () => {
  const options = [...new Set(data.names.map(text))].sort().slice(0, 2000).map(name => {
    const option = document.createElement("option");
    option.value = name;
    return option;
  });
  byId("names").replaceChildren(...options);
}, {once: true});
query.disabled = false;

// ---- a place in the address ---------------------------------------------------------------------------------

function jump() {
  const row = byId(location.hash.slice(1));
  if (!row || !row.classList.contains("l")) return;
  fill(row.parentElement);
  row.scrollIntoView({block: "center"});
  take(row, false);
  pin(row.id);
}

addEventListener("hashchange", jump);
jump();
document.documentElement.dataset.ready = "1";
})();
