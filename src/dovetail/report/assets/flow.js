"use strict";
// The control flow of a procedure as a picture: blocks in layers, ways between them. Made when it is looked at.
const flowPicture = (() => {
  const NS = "http://www.w3.org/2000/svg";
  const REACH = ["open", "taken", "excluded"];
  const LETTER = 6.7, LINE = 15, PAD = 7, GAP = 22, ROW = 34, LANE = 11, MOST_LETTERS = 40, MOST_LINES = 4, MOST_MARKS = 5;
  const SWEEPS = 8, PULLS = 12;

  const draw = (name, attributes, ...children) => {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.append(...children);
    return made;
  };
  const cut = (text) => text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;
  const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

  // ---- where: layers by the longest way from the entry; then an order in each that crosses little; then x.

  const layered = (boxes, ways) => {
    const forward = ways.filter((way) => way.target > way.source);
    boxes.forEach((box) => { box.rank = 0; });
    for (const way of [...forward].sort((a, b) => a.source - b.source))
      boxes[way.target].rank = Math.max(boxes[way.target].rank, boxes[way.source].rank + 1);
    const rows = [];
    const put = (box) => (rows[box.rank] ||= []).push(box);
    boxes.forEach((box) => { box.up = []; box.down = []; put(box); });
    for (const way of forward) {
      way.through = [];
      let last = boxes[way.source];
      const join = (next) => { last.down.push(next); next.up.push(last); last = next; };
      for (let rank = last.rank + 1; rank < boxes[way.target].rank; rank++) {
        const bend = { rank, width: 6, height: 0, up: [], down: [], bend: true };
        put(bend);
        way.through.push(bend);
        join(bend);
      }
      join(boxes[way.target]);
    }
    return rows;
  };

  const ordered = (rows) => {
    const number = (row) => row.forEach((box, at) => { box.at = (at + 0.5) / row.length; });
    rows.forEach(number);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      const down = sweep % 2 === 0;
      for (const row of down ? rows : [...rows].reverse()) {
        for (const box of row) {
          const beside = down ? box.up : box.down;
          box.wanted = beside.length ? mean(beside.map((one) => one.at)) : box.at;
        }
        row.sort((a, b) => a.wanted - b.wanted);
        number(row);
      }
    }
  };

  const placed = (rows) => {
    const apart = (left, right) => (left.width + right.width) / 2 + GAP;
    for (const row of rows)
      row.forEach((box, at) => { box.x = at ? row[at - 1].x + apart(row[at - 1], box) : 0; });
    for (let pull = 0; pull < PULLS; pull++) {
      const down = pull % 2 === 0;
      for (const row of down ? rows : [...rows].reverse()) {
        const wanted = row.map((box) => {
          const beside = pull > PULLS - 3 ? [...box.up, ...box.down] : down ? box.up : box.down;
          return beside.length ? mean(beside.map((one) => one.x)) : box.x;
        });
        const left = [], right = [];  // each keeps them apart, and so does what lies between the two
        row.forEach((box, at) => { left[at] = at ? Math.max(wanted[at], left[at - 1] + apart(row[at - 1], box)) : wanted[at]; });
        for (let at = row.length - 1; at >= 0; at--)
          right[at] = at < row.length - 1 ? Math.min(wanted[at], right[at + 1] - apart(row[at], row[at + 1])) : wanted[at];
        row.forEach((box, at) => { box.x = (left[at] + right[at]) / 2; });
      }
    }
    const least = Math.min(...rows.flat().map((box) => box.x - box.width / 2));
    let top = 24;
    for (const row of rows) {
      const height = Math.max(...row.map((box) => box.height));
      for (const box of row) { box.x += 12 - least; box.top = top; box.rowEnd = top + height; }
      top += height + ROW;
    }
    return top - ROW + 12;
  };

  // ---- as a picture

  const arrow = (reach) => draw("marker", { id: `arrow-${reach}`, class: reach, viewBox: "0 0 8 8", refX: 7, refY: 4,
    markerWidth: 7, markerHeight: 7, markerUnits: "userSpaceOnUse", orient: "auto" }, draw("path", { d: "M0 0L8 4L0 8z" }));

  const curve = (x1, y1, x2, y2) => {
    const bend = Math.max((y2 - y1) / 2, 6);
    return `C${x1.toFixed(1)} ${(y1 + bend).toFixed(1)} ${x2.toFixed(1)} ${(y2 - bend).toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}`;
  };

  const port = (way, ways, boxes) => {
    const others = ways.filter((one) => one.source === way.source && one.target > one.source);
    others.sort((a, b) => (a.through[0] || boxes[a.target]).x - (b.through[0] || boxes[b.target]).x);
    const room = Math.min(26, boxes[way.source].width / (others.length + 1));
    return boxes[way.source].x + (others.indexOf(way) - (others.length - 1) / 2) * room;
  };

  const forwardPath = (way, ways, boxes) => {
    const from = boxes[way.source], to = boxes[way.target];
    let x = port(way, ways, boxes), y = from.top + from.height;
    let path = `M${x.toFixed(1)} ${y.toFixed(1)}`;
    if (from.rowEnd > y) { path += `V${from.rowEnd.toFixed(1)}`; y = from.rowEnd; }
    let middle = null;
    for (const next of way.through) {
      path += curve(x, y, next.x, next.top) + `V${next.rowEnd.toFixed(1)}`;
      middle ||= [next.x, (next.top + next.rowEnd) / 2];
      x = next.x; y = next.rowEnd;
    }
    middle ||= [(x + to.x) / 2, (y + to.top) / 2];
    return [path + curve(x, y, to.x, to.top), middle];
  };

  // Out below its row, up beside all rows in between, and in above the row of its target: past every block.
  const backPath = (way, boxes, rows, lane) => {
    const from = boxes[way.source], to = boxes[way.target];
    const beside = rows.slice(to.rank, from.rank + 1).flat();
    const x = Math.max(...beside.map((box) => box.x + box.width / 2)) + 10 + LANE * lane, by = 3 * (lane % 4);
    const x1 = from.x + from.width / 2 - 12, y1 = from.top + from.height, out = from.rowEnd + 8 + by;
    const x2 = to.x + to.width / 2 - 9, into = to.top - 9 - by;
    return [`M${x1.toFixed(1)} ${y1.toFixed(1)}V${(out - 5).toFixed(1)}q0 5 5 5H${(x - 5).toFixed(1)}q5 0 5 -5`
      + `V${(into + 5).toFixed(1)}q0 -5 -5 -5H${(x2 + 5).toFixed(1)}q-5 0 -5 5V${to.top.toFixed(1)}`, [x, (out + into) / 2], x];
  };

  const drawnWay = (way, [path, middle], said) => {
    const reach = REACH[way.reach];
    const made = draw("g", { class: `way ${reach}` }, draw("title", {}, said),
      draw("path", { d: path, "marker-end": `url(#arrow-${reach})` }));
    if (reach === "excluded")
      made.append(draw("path", { class: "cross", d: `M${middle[0] - 4} ${middle[1] - 4}l8 8m0 -8l-8 8` }));
    return made;
  };

  const drawnBox = (box, at, focused) => {
    const left = box.x - box.width / 2;
    const made = draw("g", { class: `block ${REACH[box.reach]} ${box.kind === "loop" ? "loop" : ""}`, role: "button",
      tabindex: focused ? 0 : -1, "data-block": at, "data-lines": ` ${box.lines.join(" ")} `, "aria-label": box.label,
      transform: `translate(${left.toFixed(1)} ${box.top.toFixed(1)})` },
      draw("title", {}, box.label), draw("rect", { width: box.width, height: box.height, rx: box.kind === "exit" ? 12 : 4 }));
    box.rows.forEach(([line, text, style], row) => {
      const y = PAD + 11 + row * LINE;
      if (line) made.append(draw("text", { class: "number", x: PAD + box.gutter - 6, y }, String(line)));
      made.append(draw("text", { class: style, x: PAD + box.gutter, y }, text));
    });
    box.marks.slice(0, MOST_MARKS).forEach(([mark, standing, said], number) => {
      const x = box.width - 6 - 17 * number;
      made.append(draw("g", { class: `verdict ${standing}`, transform: `translate(${x.toFixed(1)} 0)` }, draw("title", {}, said),
        draw("circle", { r: 8 }), draw("text", { y: 4 }, mark)));
    });
    return made;
  };

  // Of a block: what stands in it, as rows of text.
  const boxOf = (block, about) => {
    const [kind, reach, lines] = block;
    const { marks, invariants, label } = about(block);
    const texts = lines.slice(0, MOST_LINES).map((line) => [line, cut(about.text(line)), "code"]);
    if (lines.length > MOST_LINES) texts.push([0, `… ${lines.length - MOST_LINES} more`, "more"]);
    if (kind === "exit") texts.push([0, "end", "more"]);
    if (kind === "not modelled") texts.push([0, "not modelled", "more"]);
    if (!texts.length) texts.push([0, "start", "more"]);
    for (const one of invariants.slice(0, 2)) texts.push([0, cut(`↻ ${one}`), "invariant"]);
    const gutter = lines.length ? 8 + LETTER * Math.max(...lines.map((line) => String(line).length)) : 0;
    const longest = Math.max(...texts.map(([, text]) => text.length));
    return { kind, reach, lines, marks, label, rows: texts, gutter,
      width: Math.max(44, 2 * PAD + gutter + LETTER * longest, 20 + 17 * Math.min(marks.length, MOST_MARKS)),
      height: 2 * PAD + LINE * texts.length - 2 };
  };

  const moveIn = (picture, event, choose) => {
    const blocks = [...picture.querySelectorAll(".block")], at = blocks.indexOf(event.target.closest(".block"));
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: blocks.length - 1 };
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") choose(at);
    else if (event.key in steps) {
      const next = blocks[Math.max(0, Math.min(blocks.length - 1, steps[event.key]))];
      blocks[at].setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
      next.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // `about(block)` gives the marks of its checks, invariants and a label; `about.text(line)` a line of the source,
  // and `about.within` says so if all of that is within bounds alone.
  return (graph, about, choose) => {
    const [name, , , , , blocks, between] = graph;
    const boxes = blocks.map((block) => boxOf(block, about)), ways = [];
    for (let at = 0; at < between.length; at += 3)
      ways.push({ source: between[at], target: between[at + 1], reach: between[at + 2] });
    const rows = layered(boxes, ways);
    ordered(rows);
    const height = placed(rows);
    let width = Math.max(...rows.flat().map((box) => box.x + box.width / 2)) + 14;
    const said = ["taken by no test, and not excluded", "taken by tests", `excluded: no execution goes there${about.within}`];
    const back = ways.filter((way) => way.target <= way.source)
      .sort((a, b) => (boxes[a.source].rank - boxes[a.target].rank) - (boxes[b.source].rank - boxes[b.target].rank));
    const drawn = back.map((way, lane) => {
      const made = backPath(way, boxes, rows, lane);
      width = Math.max(width, made[2] + 14);
      return drawnWay(way, made, said[way.reach]);
    });
    drawn.push(...ways.filter((way) => way.target > way.source)
      .map((way) => drawnWay(way, forwardPath(way, ways, boxes), said[way.reach])));
    const picture = draw("svg", { class: "flow", width: Math.ceil(width), height: Math.ceil(height), role: "group",
      viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`, "aria-label": `Control flow of ${name}` },
      draw("defs", {}, ...REACH.map(arrow)), ...drawn, ...boxes.map((box, at) => drawnBox(box, at, at === 0)));
    picture.addEventListener("keydown", (event) => moveIn(picture, event, choose));
    picture.addEventListener("click", (event) => {
      const block = event.target.closest(".block");
      if (block) choose(Number(block.dataset.block));
    });
    return picture;
  };
})();
