"use strict";
// The page of a build; `flowPicture` comes from flow.js.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const overview = document.getElementById("overview"), unitView = document.getElementById("unit");
  const query = document.getElementById("query"), shown = document.getElementById("shown");
  const rows = [...document.querySelectorAll("#units tbody tr")];
  const names = rows.map((row) => row.textContent.toLowerCase());
  const CLASSES = { "violated": "violated", "potential": "potential", "unknown": "unknown", "proved": "proved",
    "proved within bounds": "within-bounds", "unreachable": "proved", "not readable": "unreadable",
    "not looked at": "not-reached", "nothing to check": "nothing" };
  const CHUNK = 40;
  let story = null;

  const make = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "class") made.className = value;
      else if (key === "click") made.addEventListener("click", value);
      else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  };

  // ---- the overview

  const wanted = new Set();
  const filter = () => {
    const text = query.value.trim().toLowerCase();
    let count = 0;
    rows.forEach((row, at) => {
      const fits = wanted.size === 0 || wanted.has(row.dataset.standing)
        || (wanted.has("changed") && row.dataset.changed === "1");
      const hidden = !(fits && names[at].includes(text));
      if (row.hidden !== hidden) row.hidden = hidden;
      count += !hidden;
    });
    shown.textContent = count === rows.length ? "" : `${count} of ${rows.length}`;
  };
  query.addEventListener("input", filter);
  document.getElementById("filter").addEventListener("submit", (event) => event.preventDefault());
  for (const button of document.querySelectorAll("#filter button")) {
    button.addEventListener("click", () => {
      const standing = button.dataset.standing;
      if (wanted.delete(standing) === false) wanted.add(standing);
      button.setAttribute("aria-pressed", String(wanted.has(standing)));
      filter();
    });
  }
  const visibleLinks = () => rows.filter((row) => !row.hidden).map((row) => row.querySelector("a"));
  const move = (step) => {
    const links = visibleLinks(), at = links.indexOf(document.activeElement);
    const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step];
    if (next) { next.focus(); next.scrollIntoView({ block: "nearest" }); }
  };

  // ---- a unit

  const standingOf = (check) =>
    check[5] === "unknown" && check[6].startsWith("potential: ") ? "potential" : CLASSES[check[5]];
  const WORST = ["violated", "potential", "unknown", "proved", "within-bounds"];
  const MARKS = { "violated": "✗", "potential": "!", "unknown": "?", "proved": "✓", "within-bounds": "✓" };

  const list = (title, texts, open) => {
    if (!texts || !texts.length) return "";
    const items = texts.map((text) => make("li", {}, text));
    return make("details", open ? { open: "" } : {}, make("summary", {}, `${title} (${texts.length})`),
      make("ul", {}, ...items));
  };

  const showUnit = (number) => {
    const unit = data.units[number];
    const checks = unit.checks || [];
    if (typeof unit.flow === "string") unit.flow = JSON.parse(unit.flow);
    const shared = (all) => (all || []).map((at) => data.texts[at]);
    story = null;
    const side = make("div", { id: "side" },
      make("p", { class: "back" }, make("a", { href: "#" }, "← all units"), " ", make("kbd", {}, "Esc")),
      make("h1", {}, unit.name),
      make("p", {}, make("span", { class: `badge ${CLASSES[unit.standing]}` }, unit.standing), ` ${unit.kind}`));
    if (unit.error) side.append(make("p", {}, unit.error));
    if (unit.reason && unit.standing !== "violated") side.append(make("p", { class: "quiet" }, unit.reason));
    const stories = make("div", { id: "story" });
    side.append(stories);
    if (checks.length) side.append(checkList(checks), map(checks));
    const invariants = (unit.invariants || []).length;
    const by = [...new Set(checks.filter((c) => c[7]).map((c) => `${c[5]} by ${c[7]}`))];
    side.append(list("Who found it", by, true));
    if (invariants) side.append(make("p", { class: "quiet" },
      `${invariants === 1 ? "1 invariant stands at its loop" : `${invariants} invariants stand at their loops`} in the source, as far as C can say that.`));
    side.append(list("Bounds", shared(unit.bounds), true), list("In the way of a proof", shared(unit.obstacles), true),
      list("How far it got", unit.notes), list("Assumptions", shared(unit.assumptions)));
    unitView.replaceChildren(side, make("div", { id: "right" }, flowOf(unit, checks), make("div", { id: "source" })));
    overview.hidden = true;
    unitView.hidden = false;
    showFile(unit, unit.file);
    const violated = checks.find((check) => check[5] === "violated" && check[9].length);
    if (violated) tell(unit, violated);
    else goTo(unit.line);
    unitView.focus({ preventScroll: true });
    document.title = `${unit.name} · Dovetail`;
  };

  const checkList = (checks) => {
    const ordered = [...checks].sort((a, b) => WORST.indexOf(standingOf(a)) - WORST.indexOf(standingOf(b)));
    const items = ordered.map((check) => {
      const standing = standingOf(check);
      const button = make("button", { type: "button", click: () => {
        const unit = current();
        if (check[9].length) tell(unit, check);
        else { story = null; document.getElementById("story").replaceChildren(); showFile(unit, check[2]); goTo(check[3]); }
      } }, make("span", { class: `badge ${standing}` }, MARKS[standing] || "·"),
        ` ${check[3]}: ${check[1]}: ${check[4]}`);
      if (check[6]) button.append(make("small", {}, check[6]));
      return make("li", {}, button);
    });
    return make("div", {}, make("h2", {}, checks.length === 1 ? "1 check" : `${checks.length} checks`), make("ol", { id: "checks" }, ...items));
  };

  const map = (checks) => {
    const counts = new Map();
    for (const check of checks) counts.set(standingOf(check), (counts.get(standingOf(check)) || 0) + 1);
    const parts = WORST.filter((one) => counts.has(one)).map((one) => `${counts.get(one)} ${one}`);
    return make("p", { class: "quiet" }, parts.join(", "));
  };

  // What is said of many checks says nothing about any of them: there the mark is enough.
  const mostOften = (checks) => {
    const counts = new Map();
    for (const check of checks) if (standingOf(check) === "unknown") counts.set(check[6], (counts.get(check[6]) || 0) + 1);
    const [reason, count] = [...counts].sort((a, b) => b[1] - a[1])[0] || ["", 0];
    return count > 3 ? reason : null;
  };

  const current = () => data.units[Number(location.hash.slice(2))];

  const showFile = (unit, file) => {
    const source = document.getElementById("source");
    if (source.dataset.file === String(file)) return;
    source.dataset.file = String(file);
    const [name, text] = data.files[file];
    source.replaceChildren(make("h2", {}, name));
    if (!text) { source.append(make("p", { class: "quiet" }, "The text of this file is not at hand.")); return; }
    const worst = new Map(), said = new Map(), usual = mostOften(unit.checks || []);
    const say = (line, what, style) => said.set(line, [...(said.get(line) || []), [what, style]]);
    for (const check of unit.checks || []) {
      if (check[2] !== file) continue;
      const standing = standingOf(check), before = worst.get(check[3]);
      if (before === undefined || WORST.indexOf(standing) < WORST.indexOf(before)) worst.set(check[3], standing);
      if (standing === "violated") say(check[3], `✗ ${check[1]}: ${check[4]}`, "bad");
      else if (standing === "potential" || (standing === "unknown" && check[6] && check[6] !== usual))
        say(check[3], `${MARKS[standing]} ${check[1]}: ${check[6].replace(/^potential: /, "")}`, "warn");
    }
    for (const [where, line, value] of unit.invariants || [])
      if (where === file) say(line, `↻ always: ${value}`, "");
    const lines = text.split("\n");
    for (let start = 0; start < lines.length; start += CHUNK) {
      const chunk = make("div", { class: "chunk" });
      for (let at = start; at < Math.min(start + CHUNK, lines.length); at++) {
        const number = at + 1, standing = worst.get(number);
        chunk.append(make("div", { class: `l ${standing === "within-bounds" ? "proved" : standing || ""}`,
          id: `l${number}`, "data-n": String(number) },
          make("span", { class: "mark", "aria-hidden": "true" }, MARKS[standing] || ""), make("code", {}, lines[at] || " ")));
        for (const [what, style] of new Set(said.get(number) || []))
          chunk.append(make("div", { class: `said ${style}` }, what));
      }
      source.append(chunk);
    }
  };

  const goTo = (line) => {
    for (const one of document.querySelectorAll(".l.now")) one.classList.remove("now");
    const here = document.getElementById(`l${line}`);
    if (!here) return;
    here.classList.add("now");
    here.scrollIntoView({ block: "center" });
    lightFlow();
  };

  // ---- how far both sides have come

  let flowIsOpen = false;
  const lightFlow = () => {
    const line = document.querySelector(".l.now")?.dataset.n, flow = document.getElementById("flow");
    const same = flow?.dataset.file === document.getElementById("source").dataset.file;
    for (const one of flow?.querySelectorAll(".block") || [])
      one.classList.toggle("now", same && one.dataset.lines.includes(` ${line} `));
    inSight(flow?.querySelector(".block.now"));
  };
  // In the drawing alone: the page stays where it is.
  const inSight = (block) => {
    if (!block) return;
    const drawing = block.closest(".drawing"), around = drawing.getBoundingClientRect(), box = block.getBoundingClientRect();
    if (box.top < around.top || box.bottom > around.bottom) drawing.scrollTop += box.top - around.top - around.height / 3;
    if (box.left < around.left || box.right > around.right)
      drawing.scrollLeft += (box.left + box.right - around.left - around.right) / 2;
  };

  const share = ([all, taken, excluded], what) =>
    `${taken} of ${all} ${what}${all === 1 ? "" : "s"} reached${excluded ? `, ${excluded} excluded` : ""}`;
  const sample = (reach, text) => {
    const picture = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg" width="34" height="10" aria-hidden="true">`
      + `<g class="way ${reach}"><path d="M1 5H33"/></g></svg>`, "image/svg+xml").documentElement;
    return make("span", { class: "key" }, document.adoptNode(picture), text);
  };

  // A check belongs to the block that it is in, and one of a library function to that which calls it. What is
  // always so at a loop stands at its head, or as near to it as can be told.
  const within = (unit) => (unit.bounds || []).length ? " within the bounds" : "";
  const aboutBlocks = (unit, checks, graph) => {
    const [name, file, , , , blocks] = graph;
    const text = (data.files[file][1] || "").split("\n");
    const own = new Set(unit.flow.graphs.flatMap((one) => one[5].flatMap((block) => block[3])));
    const heads = blocks.filter((block) => block[0] === "loop" && block[2].length);
    const at = new Map();
    for (const [, line, value] of (unit.invariants || []).filter((one) => one[0] === file)) {
      const near = heads.map((block) => [Math.min(...block[2].map((one) => Math.abs(one - line))), block])
        .sort((a, b) => a[0] - b[0])[0];
      if (near && near[0] <= 3) at.set(near[1], [...(at.get(near[1]) || []), value]);
    }
    const placed = new Set();
    const about = (block) => {
      const [kind, reach, lines, idents] = block;
      const here = checks.filter((check) => idents.includes(check[0])
        || (!own.has(check[0]) && check[2] === file && lines.includes(check[3]) && !placed.has(check)));
      here.forEach((check) => placed.add(check));
      const marks = here.map((check) => [MARKS[standingOf(check)] || "·", standingOf(check),
        `check ${check[0]}: ${check[4]}: ${check[5]}${check[6] ? `: ${check[6]}` : ""}`]);
      const invariants = at.get(block) || [];
      const where = lines.length ? `line${lines.length > 1 ? "s" : ""} ${lines.join(", ")}` : kind === "exit" ? `end of ${name}` : `start of ${name}`;
      const known = ["reached by no test, and not excluded", "reached by tests", `excluded: no execution comes here${about.within}`][reach];
      const label = [where, kind === "loop" ? "head of a loop" : "", known, ...marks.map((one) => one[2]),
        ...invariants.map((one) => `always: ${one}`)].filter(Boolean).join("\n");
      return { marks, invariants, label };
    };
    about.within = within(unit);
    about.text = (line) => (text[line - 1] || "").trim();
    return about;
  };

  const flowOf = (unit, checks) => {
    if (!unit.flow || !unit.flow.graphs.length) return "";
    const { graphs, proved } = unit.flow;
    const sum = (at) => graphs.reduce((all, one) => all.map((number, part) => number + one[at][part]), [0, 0, 0]);
    const drawing = make("div", { class: "drawing" });
    const choice = make("select", { id: "procedure", "aria-label": "Procedure" }, ...graphs.map((one, at) =>
      make("option", { value: String(at) }, `${one[0]}: ${share(one[3], "line")}`)));
    const whole = make("button", { type: "button", "aria-pressed": "false", click: () => {
      whole.setAttribute("aria-pressed", String(drawing.classList.toggle("whole")));
    } }, "all of it");
    const flow = make("details", { id: "flow", ...(flowIsOpen ? { open: "" } : {}) },
      make("summary", {}, `Control flow${graphs.length > 1 ? ` of ${graphs.length} procedures` : ""}: ${share(sum(3), "line")}; ${share(sum(4), "edge")}`),
      make("div", { class: "about" }, graphs.length > 1 ? choice : "", sample("taken", "taken by tests"),
        sample("excluded", proved ? `excluded by a proof${within(unit)}` : "excluded (no proof was asked)"), sample("open", "neither"), whole), drawing);
    const show = () => {
      const graph = graphs[Number(choice.value) || 0];
      flow.dataset.file = String(graph[1]);
      drawing.replaceChildren(graph[5].length ? flowPicture(graph, aboutBlocks(unit, checks, graph), (block) => {
        if (!graph[5][block][2].length) return;
        story = null;
        document.getElementById("story").replaceChildren();
        showFile(unit, graph[1]);
        goTo(graph[5][block][2][0]);
      }) : make("p", { class: "quiet" }, "With this procedure there would be more blocks than can be drawn; its figures count all of them."));
      inSight(drawing.querySelector(".block"));
      lightFlow();
    };
    choice.addEventListener("change", show);
    flow.addEventListener("toggle", () => { flowIsOpen = flow.open; if (flow.open && !drawing.hasChildNodes()) show(); });
    flow.show = () => { if (!drawing.hasChildNodes()) show(); flow.open = true; };
    return flow;
  };
  window.addEventListener("beforeprint", () => document.getElementById("flow")?.show());

  // ---- a violation as a story

  const tell = (unit, check) => {
    story = { unit, check, lines: check[9], at: 0 };
    const button = (text, label, step) => make("button", { type: "button", "aria-label": label, title: label, click: step }, text);
    document.getElementById("story").replaceChildren(
      make("h2", {}, `How check ${check[0]} fails`),
      make("div", { class: "steps" },
        button("|←", "First (Home)", () => step(-1e9)), button("←", "Back (←)", () => step(-1)),
        button("→", "Forward (→)", () => step(1)), button("→|", "Last (End)", () => step(1e9)),
        make("output", { id: "at", "aria-live": "polite" })),
      make("div", { id: "events" }),
      make("table", { id: "variables" }, make("tbody", {})),
      picture(check[11]),
      make("p", { class: "quiet" }, `again, natively: dovetail replay ${check[8]}`),
      otherInputs(unit, check[10]));
    step(1e9);
  };

  const picture = (text) => {
    const drawing = text ? new DOMParser().parseFromString(text, "image/svg+xml").documentElement : null;
    if (!drawing || drawing.nodeName !== "svg") return "";
    return make("figure", { id: "last-heap" }, make("figcaption", {}, "The heap where it fails"), document.adoptNode(drawing));
  };

  const word = (text) => /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  const commandOf = (run, text) => {
    const vector = JSON.parse(text);
    const values = vector.values || [], start = run.map(word).join(" ");
    const others = Object.entries(vector).some(([name, one]) => name !== "values" && one && one.length !== 0);
    if (!others && values.every(Number.isInteger)) return `${start} --inputs=${values.join(",")}`;
    return `printf %s ${word(JSON.stringify(vector))} > inputs.json && ${start} --inputs @inputs.json`;
  };
  const otherInputs = (unit, inputs) => {
    if (!inputs || !unit.run) return "";
    const field = make("textarea", { id: "inputs", rows: "3", spellcheck: "false" });
    const command = make("code", { id: "command" });
    const show = () => {
      try { command.textContent = commandOf(unit.run, field.value); command.className = ""; }
      catch { command.textContent = "This is no JSON yet."; command.className = "quiet"; }
    };
    field.value = inputs;
    field.addEventListener("input", show);
    show();
    return make("details", { id: "others" }, make("summary", {}, "With other inputs"),
      make("label", { for: "inputs" }, "what is asked for, in order"), field, make("p", {}, command));
  };

  const valuesIn = (event) => {
    const changed = /^(\S+): .* → (.*)$/.exec(event);
    if (changed) return [[changed[1], changed[2]]];
    const called = event.startsWith("called with ");
    const parts = called ? event.slice(12).split(/, (?=[A-Za-z_]\w* = )/) : [event];
    return parts.map((part) => /^([A-Za-z_*(][^= ]*) = (.*)$/.exec(part)).filter(Boolean)
      .map((match) => [match[1], match[2]]);
  };
  const step = (by) => {
    if (!story) return;
    story.at = Math.max(0, Math.min(story.lines.length - 1, story.at + by));
    const [file, line, , , events] = story.lines[story.at];
    document.getElementById("at").textContent = `step ${story.at + 1} of ${story.lines.length}`;
    document.getElementById("events").textContent = events.join(", ") || "\u00a0";
    const values = new Map(), changed = new Set();
    for (let at = 0; at <= story.at; at++)
      for (const [name, value] of story.lines[at][4].flatMap(valuesIn)) {
        values.set(name, value);
        if (at === story.at) changed.add(name);
      }
    document.querySelector("#variables tbody").replaceChildren(...[...values].map(([name, value]) =>
      make("tr", changed.has(name) ? { class: "changed" } : {}, make("td", {}, name), make("td", {}, value))));
    showFile(story.unit, file);
    goTo(line);
  };

  // ---- where one is

  const route = () => {
    const match = /^#u(\d+)$/.exec(location.hash);
    if (match && data.units[Number(match[1])]) { showUnit(Number(match[1])); return; }
    story = null;
    const was = unitView.hidden ? null : last;
    unitView.hidden = true;
    overview.hidden = false;
    document.title = `${document.querySelector("#overview h1").textContent} · Dovetail`;
    if (was) document.querySelector(`a[href="${was}"]`)?.focus();
  };
  let last = location.hash;
  window.addEventListener("hashchange", () => { route(); last = location.hash; });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inField = event.target === query;
    if (event.target.nodeName === "TEXTAREA" && event.key !== "Escape") return;
    if (!overview.hidden) {
      if (event.key === "/" && !inField) { event.preventDefault(); query.focus(); }
      else if (event.key === "Escape" && inField) { query.value = ""; filter(); query.blur(); }
      else if (event.key === "ArrowDown" || (event.key === "j" && !inField)) { event.preventDefault(); move(1); }
      else if (event.key === "ArrowUp" || (event.key === "k" && !inField)) { event.preventDefault(); move(-1); }
      return;
    }
    const steps = { "ArrowRight": 1, "ArrowLeft": -1, "Home": -1e9, "End": 1e9, "n": 1, "p": -1 };
    if (event.key === "Escape") location.hash = "";
    else if (story && event.key in steps) { event.preventDefault(); step(steps[event.key]); }
  });
  route();
  document.documentElement.dataset.ready = "1";
})();
