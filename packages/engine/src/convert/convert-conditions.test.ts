import assert from "node:assert/strict";
import { convertCard, convertRoute, convertSource } from "./testing/convert-source.ts";

describe("conditions of converted cards", () => {
  it("keeps texts that are shown only with or without a value", async () => {
    const { html, losses } = await convertCard(`export default ({ name, city, date, host, nick }) => (
        <main>
          <p>{name ? "Hello" : "Nobody"}</p>
          <p>{city ? <b>{city}</b> : "nowhere"}</p>
          <i>{date ? "on " + date + " at noon" : "soon"}</i>
          {city ? <img src="https://example.com/a.png" /> : <b>{host[0]}</b>}
          <s>{nick || "@" + host}</s>
        </main>
      );`);
    assert.match(html, /<b unless="city">\{\{host \| first\}\}<\/b>/);
    assert.match(html, /<span unless="city">nowhere<\/span><b if="city">\{\{city\}\}<\/b>/);
    assert.match(html, /<span unless="name">Nobody<\/span><span if="name">Hello<\/span>/);
    assert.match(html, /<span unless="date">soon<\/span><span if="date">on \{\{date\}\} at noon<\/span>/);
    assert.match(html, /<span unless="nick">@\{\{host\}\}<\/span>\{\{nick\}\}/);
    assert.deepEqual(losses, [
      "6 approximated `host[0]` is the first letter: if it is an entry of a list, remove `| first`",
    ]);
  });

  it("keeps a condition around what depends on data that code looks up by the same value", async () => {
    const themes = Array.from("abcdefghi", (name) => `${name}: { tint: "#00000f" }`).join();
    const { html } = await convertCard(`const themes = { ${themes} };
      export default ({ kind }) => {
        const theme = themes[kind || ""] || { tint: "#ff0000" };
        return <main>{kind && <b style={{ color: theme.tint }}>{kind}</b>}<i style={{ color: theme.tint }}>1</i></main>;
      };`);
    assert.match(html, /<b style="color: #ff0000" if="kind" unless="tint">/);
    assert.match(html, /<i style="color: #ff0000" unless="kind and tint">/);
    assert.match(html, /<b style="[^"]*var[^"]*" if="kind and tint">/);
  });

  it("has no second field for what a function finds if another value is absent", async () => {
    const { html, fields, losses } = await convertSource(
      "route.tsx",
      `import { ImageResponse } from "next/og";
      import { getPost } from "./posts";
      export default ({ slug }) => {
        const post = getPost(slug);
        const [start, end] = post ? (colors[post.kind] ?? ["#111111", "#222222"]) : ["#111111", "#222222"];
        return new ImageResponse(
          <div style={{ width: "100%", backgroundImage: \`linear-gradient(\${start}, \${end})\` }}>{post?.title ?? "Blog"}</div>);
      };
      const colors = { ${Array.from("abcdefghi", (name) => `${name}: ["#0000ff", "#ff0000"]`).join()} };`,
      {
        "posts.ts": `import { posts } from "./missing";
        export const getPost = (slug) => posts.find((post) => post.slug === slug);`,
      },
    );
    assert.deepEqual(Object.keys(fields), ["colors", "colors_2", "title"]);
    assert.deepEqual([fields["colors"]?.example, fields["colors_2"]?.example], ["#0000ff", "#ff0000"]);
    assert.match(html, /linear-gradient\(var\(--colors, #0000ff\), var\(--colors-2, #ff0000\)\)/);
    assert.match(html, /linear-gradient\(#111111, #222222\)/);
    assert.deepEqual(losses, [
      "5 approximated The card is as without `posts.find()` if `title` is not sent",
      "5 approximated `colors` is data of the source: what the card shows of it are fields",
    ]);
  });

  it("compares the first entry of a list, and not the first letter of a text, with words", async () => {
    const { html } = await convertCard(`export default ({ slug, name }) => (
        <main>{slug[0] === "docs" && <b>Docs</b>}{name[0] === "A" && <i>A</i>}</main>
      );`);
    assert.match(html, /<b if="slug = docs">Docs<\/b><i if="name \| first = A">/);
  });

  it("shows each text once, whichever of several values are missing", async () => {
    const { html, losses } = await convertCard(`export default ({ city, day, speakers }) => (
        <main>
          <p>{city}</p>
          <p>{day}</p>
          {speakers.map((speaker) => <i>{speaker.name}</i>)}
          {city && day ? <b>{city}, {day}</b> : <em>soon</em>}
        </main>
      );`);
    assert.match(
      html,
      /<p>\{\{city\}\}<\/p><p>\{\{day\}\}<\/p><i each="item of speakers">\{\{item.name\}\}<\/i>/,
    );
    assert.match(html, /<em unless="city and day">soon<\/em><b if="city and day">/);
    assert.deepEqual(losses, []);
  });

  it("makes conditions of comparisons, of choices of a switch and an object, and of lists of values", async () => {
    const { html, losses } = await convertCard(`const icons = { rain: "umbrella", sun: "hat" };
      function nameOf(day) {
        switch (day) { case "sat": return "Saturday"; case "sun": return "Sunday"; default: return "Workday"; }
      }
      export default ({ city, theme = "dark", verified, weather, day, tags, kind, count, size }) => (
        <p style={{ opacity: count > 3 ? 1 : 0.5 }}>
          {city}{theme === "dark" ? <b>dark</b> : <i>light</i>}{verified && <u>ok</u>}
          <s>{icons[weather]}</s>
          <q>{nameOf(day)}</q>
          {tags.length === 0 && <em>no tags</em>}{size > 0 && <sub>large</sub>}
          {["news", "blog"].includes(kind) ? <a>post</a> : <a>page</a>}
        </p>
      );`);
    assert.match(
      html,
      /<b unless="theme and theme != dark">dark<\/b><i if="theme and theme != dark">light<\/i><u if="verified">ok<\/u>/,
    );
    assert.match(html, /<s>.*<span if="weather = rain">umbrella<\/span>.*<\/s>/);
    assert.match(html, /<span if="day != sat and day != sun">Workday<\/span>/);
    assert.match(html, /<em unless="tags">no tags<\/em><sub if="size and size > 0">large<\/sub>/);
    assert.match(html, /<a if="kind = blog or kind = news">post<\/a>/);
    assert.deepEqual(losses, []);
  });

  it("keeps conditions within conditions, and font sizes that depend on the length of a text", async () => {
    const { html, losses } = await convertCard(`export default ({ title, nick, name, featured, author }) => (
        <main>
          <h1 style={{ fontSize: title.length > 40 ? 40 : title.length > 20 ? 60 : 80 }}>{title}</h1>
          {nick || name ? <p>by</p> : <i>anonymous</i>}
          <div style={{ color: featured ? "red" : "blue" }}>{author ? <b>{author}</b> : <u>nobody</u>}</div>
        </main>
      );`);
    assert.match(html, /40px" if="title \| length > 40">\{\{title\}\}<\/h1>/);
    assert.match(html, /60px" if="title \| length <= 40 and title \| length > 20">/);
    assert.match(html, /80px" if="title \| length <= 20">/);
    assert.match(html, /<p if="nick or name">by<\/p>|<p unless="\w+ and \w+">/);
    assert.match(html, /<i unless="nick or name">anonymous<\/i>/);
    const copies = [...html.matchAll(/<div style="color: (\w+)" (if|unless)="featured">(.*?)<\/div>/gu)];
    assert.deepEqual(copies.map(([, color, word]) => `${color} ${word}`).sort(), ["blue unless", "red if"]);
    for (const [, , , content] of copies)
      assert.equal(content, '<u unless="author">nobody</u><b if="author">{{author}}</b>');
    assert.deepEqual(losses, []);
  });

  it("keeps each limit of a number that code asks for one after the other", async () => {
    const { html, losses } = await convertCard(`const sizeOf = (length) => {
        if (length <= 24) return 88;
        if (length <= 40) return 70;
        return length <= 60 ? 56 : 46;
      };
      export default ({ title }) => <main style={{ fontSize: sizeOf(title.length) }}>{title}</main>;`);
    for (const [size, condition] of [
      [88, "title | length <= 24"],
      [70, "title | length <= 40 and title | length > 24"],
      [56, "title | length <= 60 and title | length > 40"],
      [46, "title | length > 60"],
    ])
      assert.ok(html.includes(`${size}px" if="${condition}">{{title}}`), html);
    assert.deepEqual(losses, []);
  });

  it("keeps a condition on an element beside one that another condition adds", async () => {
    const { html, losses } = await convertCard(`export default ({ ai, author, time }) => (
        <main>
          {ai === "1" ? <b>AI</b> : null}{ai === "1" && author ? <i>1</i> : null}
          {author}{author && time ? <i>2</i> : null}{time}
        </main>
      );`);
    assert.match(html, /<i if="ai = 1 and author">1<\/i>\{\{author\}\}<i if="author and time">2<\/i>/);
    assert.deepEqual(losses, []);
  });

  it("asks for no object whose property it asks for, and for no difference from another value", async () => {
    const { html } = await convertCard(`export default ({ post, kind }) => (
        <main>
          {post?.author && <b>{post.author}</b>}
          {kind === "a" ? <i>A</i> : kind === "b" ? <u>B</u> : <s>{post?.roles?.length > 0 && post.roles.join()}</s>}
        </main>
      );`);
    assert.match(html, /<b if="author">/);
    assert.match(html, /<u if="kind = b">B<\/u>/);
    assert.match(html, /<s if="kind != a and kind != b">\{\{roles\}\}<\/s>/);
  });

  it("makes fields of conditions that templates can't decide", async () => {
    const { fields, html, losses } = await convertCard(`const url = /^https:/;
      export default ({ score, link, tags, rows, hidden }) => (
        <main>
          <p>{score >= 80 ? "A" : 60 <= score ? "B" : "C"}</p>
          {url.test(link) && <a>{link}</a>}{tags.includes("new") && <b>new</b>}{!hidden && <u>footer</u>}
          {rows.map((row) => <i>{row.name}{row.count > 9 && <s>many</s>}{row.isOpen && <q>open</q>}</i>)}
        </main>
      );`);
    assert.match(html, /<span if="score >= 80">A<\/span><span if="score < 80 and score >= 60">B<\/span>/);
    assert.match(html, /<span if="score < 60">C<\/span>/);
    assert.match(html, /<a if="link_matches">\{\{link\}\}<\/a><b if="tags_includes_new">new<\/b>/);
    assert.match(html, /<s if="item.count > 9">many<\/s><q if="item.isOpen">open<\/q>/);
    assert.deepEqual(fields["score"], { type: "number", example: "50" });
    assert.deepEqual(fields["hidden"], { type: "boolean" });
    assert.deepEqual(Object.keys(fields["rows"]!.items!), ["name", "isOpen", "count"]);
    assert.match(
      losses.join("\n"),
      /5 approximated The condition `tags\.includes\(new\)` is now the field `tags_includes_new`/,
    );
  });

  it("keeps conditions of elements that code adds one by one, of loops, and of drawings", async () => {
    const { html } =
      await convertCard(`export default ({ isOpen, license, stars, level, all, own, user, kind }) => {
        const signals = [];
        if (isOpen) signals.push("Open");
        if (license) signals.push(license);
        if (stars) signals.push(stars + " stars");
        const names = level === "all" ? all.map((each) => each.name) : [...own].sort();
        return (
          <main>
            {signals.map((signal) => <b>{signal}</b>)}
            <p>{user.name || user.login}</p>
            {names.length > 0 && <div>{names.map((name) => <i>{name}</i>)}</div>}
            <svg viewBox="0 0 9 9"><path d="M0 0h9v9z" fill={kind === "a" ? "red" : "blue"} /></svg>
          </main>
        );
      };`);
    assert.match(
      html,
      /<b if="isOpen">Open<\/b><b if="license">\{\{license\}\}<\/b><b if="stars">\{\{stars\}\} stars<\/b>/,
    );
    assert.equal(html.match(/<div/gu)!.length, 1, html);
    assert.match(html, /<i each="item of own" if="level != all">\{\{item\}\}<\/i>/);
    assert.match(html, /<i each="item_2 of all" if="level = all">\{\{item_2\.name\}\}<\/i>/);
    assert.match(html, /<svg[^>]* if="kind = a">.*<svg[^>]* if="kind != a">/s);
  });

  it("keeps elements that a condition adds before others that code adds", async () => {
    const { html, losses } = await convertCard(`export default ({ hour, days }) => {
        const pills = [];
        if (hour >= 22 || hour <= 4) pills.push("Night");
        if (days > 7) pills.push(days + " days");
        pills.push("end");
        return <main>{pills.map((pill) => <b>{pill}</b>)}</main>;
      };`);
    assert.match(html, /<b if="hour and hour >= 22 or hour and hour <= 4">Night<\/b>/);
    assert.match(html, /<b if="days and days > 7">\{\{days\}\} days<\/b><b>end<\/b>/);
    assert.deepEqual(losses, []);
  });

  it("shows an element once, whichever of its conditions hold", async () => {
    const { html } = await convertCard(`export default ({ photo, kind }) => {
        const isShown = photo.startsWith("https:") ? (kind.includes("a") ? true : false) : photo.startsWith("/") ? kind.includes("b") : true;
        return <main><p>{photo}</p>{isShown && <b>{kind}</b>}</main>;
      };`);
    const conditions = [...html.matchAll(/<b([^>]*)>/gu)].map(([, attributes]) => attributes!.trim());
    assert.deepEqual(conditions.toSorted(), [
      'if="kind_includes_a and photo_startsWith_https"',
      'if="kind_includes_b and photo_startsWith" unless="photo_startsWith_https"',
      'unless="photo_startsWith_https or photo_startsWith"',
    ]);
  });

  it("keeps conditions on entries that code extends, beside calculations, and on values with filters", async () => {
    const { fields, html } = await convertCard(`export default ({ options, chosen, outcome }) => {
        const rows = options.map((option) => ({ ...option, isChosen: option.id === chosen }));
        const kind = outcome.toLowerCase();
        return (
          <main>
            {rows.map((row) => (
              <p>
                {row.label}{row.isChosen && <b>chosen</b>}
                <i style={{ opacity: row.isOld ? 0.3 : 0.5 + row.weight * 2 }}>weight</i>
              </p>
            ))}
            {kind === "home" ? <u>home</u> : <u>away</u>}
          </main>
        );
      };`);
    assert.match(html, /<p each="item of options">\{\{item.label\}\}<b if="item.id_is_chosen">chosen<\/b>/);
    assert.match(
      html,
      /opacity: var\(--result\)" unless="item.isOld">weight<\/i><i style="opacity: 0.3" if="item.isOld">/,
    );
    assert.match(html, /<u if="outcome \| lower = home">home<\/u>/);
    assert.deepEqual([fields["outcome"]?.type, fields["chosen"]], ["string", undefined]);
  });

  it("reports elements that it does not show as the code does", async () => {
    const { losses } = await convertCard(`export default ({ profile, a, b, c, d, e, kind }) => {
        const stats = [];
        const name = profile || "Noob";
        if (!name || name === "Noob") {
          stats.push(["C", "$" + c]);
          if (kind === 0) stats.push(["N", "1"]); else stats.push(["N", kind]);
          stats.push(["E", "Solana"]);
        } else {
          if (Number(a) > 0) stats.push(["A", "$" + a]); else stats.push(["B", "Top " + b * 100 + "%"]);
          if (Number(c) > 0) stats.push(["C", "$" + c]); else stats.push(["D", "Top " + d * 100 + "%"]);
          if (kind === 0) stats.push(["N", "1"]); else stats.push(["N", kind]);
          if (name === "Soldier") stats.push(["E", "Solana"]); else if (e) stats.push(["E", e]);
        }
        while (stats.length < 4) stats.push(["", ""]);
        return <main>{stats.map(([label, value]) => <div><i>{label}</i><b>{value}</b></div>)}</main>;
      };`);
    const reports = losses.join("\n");
    assert.match(reports, /^15 approximated It is not as in .* outcomes of `e`, `profile = Soldier`$/m);
    assert.match(reports, /^15 approximated It is not as in .* outcomes of `a`$/m);
  });

  it("keeps conditions of a card that reads more values than a template has fields", async () => {
    const names = Array.from("abcdefghijklmnopqrstuvwxyz", (name) => "value_" + name);
    const { html, losses } = await convertCard(`export default ({ user, kind }) => {
        const unused = [${names.map((name) => `user.${name}`).join()}];
        return <main>{kind === "new" ? <b>new</b> : <i>old</i>}</main>;
      };`);
    assert.match(html, /<b if="kind = new">new<\/b>/);
    assert.deepEqual(losses, []);
  });

  it("shows the defaults of a value that a condition asks for, also different ones", async () => {
    const { html, fields, losses } = await convertCard(`export default ({ title, name, city }) => (
        <main><h1>{title ?? "First"}</h1><p>{title || "Second"}</p><b>{name ?? "Jane"}</b>{name && <i>by {name}</i>}
        {!name && <hr />}<u>in {city ?? "Rome"}</u>{city && <s>.</s>}</main>
      );`);
    assert.match(html, /<h1><span unless="title">First<\/span>\{\{title\}\}<\/h1>/);
    assert.match(html, /<p><span unless="title">Second<\/span>\{\{title\}\}<\/p>/);
    assert.match(
      html,
      /<b><span unless="name">Jane<\/span>\{\{name\}\}<\/b><hr unless="name"><i if="name">by \{\{name\}\}<\/i>/,
    );
    assert.match(html, /<u><span unless="city">in Rome<\/span><span if="city">in \{\{city\}\}<\/span><\/u>/);
    assert.equal(fields["title"]?.default, undefined);
    assert.deepEqual(losses, []);
  });

  it("keeps the default of a value whose object may be absent", async () => {
    const { fields, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      import { getStats } from "@/lib/api";
      export async function GET(request: Request) {
        const stats = await getStats();
        return new ImageResponse(<p>+{stats.win?.amount.toLocaleString() || "0"}</p>);
      }`);
    assert.equal(fields["amount"]?.default, "0");
    assert.deepEqual(losses, ["5 approximated `win.amount.toLocaleString()` is not applied"]);
  });

  it("makes a field of a comparison with a sum of values, and reports a branch behind several checks of lists", async () => {
    const { html, losses } = await convertCard(`export default ({ title, a, b, options, pools }) => {
        const many = Array.isArray(options) && options.length >= 2 && Array.isArray(pools);
        const total = (a || 0) + (b || 0);
        return <main><b>{title}</b>{total > 0 ? <i>{title}</i> : <s>0</s>}{many && <u>many</u>}</main>;
      };`);
    assert.match(html, /<i if="a_over_0">\{\{title\}\}<\/i><s unless="a_over_0">0<\/s>/);
    assert.match(
      losses.join("\n"),
      /^2 approximated The condition `Array\.isArray\(options\)` counts as not met$/m,
    );
  });

  it("reports a default that the code shows only without other values", async () => {
    const { losses } = await convertCard(`export default ({ title, text }) => {
        if (!title && !text) { title = "Site"; text = "About the site"; }
        return <main><b>{title}</b><i>{text}</i></main>;
      };`);
    assert.deepEqual(losses, ["3 approximated It is not as in the code with other outcomes of `text`"]);
  });

  it("reports no condition of a switch without a default, which has no card for other values", async () => {
    const { html, losses } = await convertCard(`const badge = (kind) => {
        switch (kind) { case "post": return { label: "Post" }; case "page": return { label: "Page" }; }
      };
      export default ({ kind }) => { const { label } = badge(kind); return <main>{label}</main>; };`);
    assert.match(html, /<span if="kind = post">Post<\/span>\s*<span if="kind != post">Page<\/span>/);
    assert.deepEqual(losses, []);
  });

  it("keeps the comparison of a switch whose default shows no values", async () => {
    const { html, losses } = await convertCard(`export default ({ stats }) => {
        switch (stats.slide) { case "win": return <p>+{stats.amount}</p>; default: return <p>Summary</p>; }
      };`);
    assert.match(html, /<p if="slide = win">\+\{\{amount\}\}<\/p>\s*<p if="slide != win">Summary<\/p>/);
    assert.deepEqual(losses, []);
  });

  it("converts look-ups in optional chains, and reports conditions of parts of URLs only", async () => {
    const { html, losses } = await convertCard(`const labels = { a: { text: "Alpha" }, b: { text: "Beta" } };
      export default ({ kind, none, site, link }) => (
        <main><p>{labels?.[kind].text}{(undefined)?.[kind].text}</p>{site.hostname === "a.test" && <b>{site.name}</b>}
        {new URL(link).hostname === "a.test" && <i>{link}</i>}</main>
      );`);
    assert.match(html, /<span if="kind = a">Alpha<\/span>/);
    assert.match(html, /<span if="kind = b">Beta<\/span>/);
    assert.deepEqual(losses, [
      "4 approximated The condition `link.hostname = a.test` is now the field `link_hostname`",
    ]);
  });

  it("keeps font sizes that depend on the length of a text that also has a default", async () => {
    const { html } = await convertCard(`const posts = { a: { title: "First" }, b: { title: "Second" } };
      export default ({ title, slug }) => {
        const shown = title ? title : <b>{slug}</b>;
        return <p style={{ fontSize: title.length > 50 ? 40 : 60 }}>{shown}</p>;
      };`);
    assert.match(html, /font-size: 40px" if="title \| length > 50">[^]*60px" if="title \| length <= 50">/);
  });

  it("makes no conditions of what a deployment has, and none that the code fails with", async () => {
    const { html, losses } = await convertCard(`const flagOf = (code) => {
        if (code.length !== 2) return "no flag";
        throw new Error("no flags");
      };
      export default ({ country }) => (
        <p>{process.env.PLACARD_TEST_NEW === "1" ? <b>{country}</b> : <i>{country}</i>}{flagOf(country)}</p>
      );`);
    assert.match(html, /<p><i>\{\{country\}\}<\/i>no flag<\/p>/);
    assert.deepEqual(losses, []);
  });

  it("makes conditions of objects that code asks for, and reports results that only code uses", async () => {
    const { fields, html, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      import { findHoliday, isOpen, load } from "./missing-module";
      export async function GET(request) {
        const holiday = findHoliday(request.date);
        const [user] = await load(request.id);
        const kind = user.tags[0] || "none";
        const color = { news: "red" }[kind] ?? "blue";
        return new ImageResponse(
          <div style={{ width: "100%", height: "100%", background: color }}>
            {holiday ? <b>{holiday.name}</b> : <i>working day</i>}
            <p>{isOpen(request.date) ? "open" : "closed"}</p>
            <u>{user.title ?? "Guest"}</u><s>{user.title ?? "Nobody"}</s>
            {user.tags.map((tag) => <q>{tag}</q>)}
          </div>,
        );
      }`);
    assert.match(html, /<i unless="name">working day<\/i>\s*<b if="name">\{\{name\}\}<\/b>/);
    assert.match(html, /<u><span unless="title">Guest<\/span>\{\{title\}\}<\/u>/);
    assert.equal(fields["title"]?.example, "Guest");
    const all = losses.join("\n");
    assert.match(all, /10 approximated The card is as without `findHoliday\(\)` if `name` is not sent/);
    assert.match(html, /<span unless="isOpen">closed<\/span>\s*<span if="isOpen">open<\/span>/);
    assert.match(html, /<span unless="title">Nobody<\/span>\s*\{\{title\}\}/);
    assert.match(html, /background: red[^>]* if="load_tags = news"/);
  });

  it("reports a style that the source has without a value, and transformations of values that are shown", async () => {
    const { fields, losses } =
      await convertCard(`export default ({ image, author = "Ada Lovelace", date }) => {
        const file = author.replace(" ", "-");
        return (
          <main style={{ backgroundImage: image ? "url(" + image + ")" : "linear-gradient(red, blue)" }}>
            <b>{author[0].toUpperCase()}</b><p>{author}</p>{date.split(" ")[0]}
          </main>
        );
      };`);
    assert.equal(fields["author"]?.default, "Ada Lovelace");
    assert.deepEqual(losses, ["5 approximated `date.split()` is not applied"]);
  });

  it("compares many elements of the same place in seconds", async function () {
    this.timeout(20_000);
    const { html } = await convertCard(`export default ({ title }) => (
        <main>
          {Array.from({ length: 150 }, (_, index) => <i style={{ left: index }}>.</i>)}
          {title && <p>{title}</p>}
        </main>
      );`);
    assert.match(html, /<p if="title">\{\{title\}\}<\/p>/);
  });

  it("keeps what depends on a length in a part that other conditions show again", async () => {
    const { html, losses } = await convertCard(`export default ({ title, theme, kind, photo }) => {
      const mode = theme === "dark" ? <i>dark</i> : <u>light</u>;
      const image = kind === "news" && photo ? photo : null;
      return (
        <main>
          <div style={{ width: image ? 680 : 700 }}>
            {mode}
            <b style={{ fontSize: title.length > 20 ? (image ? 68 : 74) : image ? 72 : 86 }}>{title}</b>
          </div>
        </main>
      );
    }`);
    assert.match(html, /width: 700px" unless="kind = news and photo"/);
    for (const size of ["68px", "74px"])
      assert.match(html, new RegExp(`font-size: ${size}" if="title \\| length > 20"`));
    for (const size of ["72px", "86px"])
      assert.match(html, new RegExp(`font-size: ${size}" if="title \\| length <= 20"`));
    assert.deepEqual(losses, []);
  });

  it("shows what depends on an image that code fetches by a URL, and gives each image its field", async () => {
    const { html, fields } = await convertRoute(`
      import { ImageResponse } from "next/og";
      async function load(source) {
        if (!source || !["http:", "https:"].includes(new URL(source).protocol)) return null;
        return (await fetch(source)).arrayBuffer();
      }
      export async function GET(request) {
        const { searchParams } = new URL(request.url);
        const first = await load(searchParams.get("first"));
        const second = await load(searchParams.get("second"));
        return new ImageResponse(
          <main>
            <p style={{ width: first ? 680 : 700 }}>{searchParams.get("title")}</p>
            {first ? <img src={first} alt="" /> : <i>None</i>}
            {second ? <img src={second} alt="" /> : null}
          </main>,
        );
      }`);
    assert.match(html, /width: 700px" unless="first"/);
    assert.match(html, /src="\{\{arrayBuffer\}\}"[^>]* if="first">/);
    assert.match(html, /src="\{\{fetch_arrayBuffer\}\}"[^>]* if="second">/);
    assert.equal("protocol" in fields, false);
  });

  it("compares a value with the names of up to 24 elements, and reports conditions on parts of a URL", async () => {
    const { html, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      const birds = Object.fromEntries("abcdefghij".split("").map((name) => [name, <i>Bird {name}</i>]));
      export function GET({ nextUrl: { searchParams } }) {
        const image = new URL(searchParams.get("image"));
        return new ImageResponse(
          <main>{searchParams.get("title")}{birds[searchParams.get("bird")]}{image.hostname === "a.test" ? <img src={image.toString()} /> : null}</main>,
        );
      }`);
    assert.match(html, /<span if="bird = c">Bird c<\/span>/);
    const url = "The condition `image.hostname = a.test` is now the field `hostname`";
    assert.ok(losses.some((loss) => loss.endsWith(url)));
  });

  it("keeps what code finds by the order of a value, and reports it of many entries", async () => {
    const route = (entries: string) => `import { ImageResponse } from "next/og";
      const levels = [${entries}];
      export function GET({ nextUrl: { searchParams } }) {
        const score = Number(searchParams.get("score") ?? 0);
        const level = levels.find(({ min }) => score >= min);
        return new ImageResponse(<main>{score}<p>{level.label}</p></main>);
      }`;
    const entryOf = (min: number) => `{ min: ${min}, label: "Level ${min}" }`;
    const { html, losses } = await convertRoute(route([90, 40, 0].map(entryOf).join()));
    assert.match(html, /<span if="score >= 90">Level 90<\/span>/);
    assert.match(html, /<span if="score and score < 90 and score >= 40">Level 40<\/span>/);
    assert.deepEqual(losses, []);
    const many = await convertRoute(route([90, 80, 70, 60, 50, 40, 30, 20, 0].map(entryOf).join()));
    assert.match(many.html, /\{\{label\}\}/);
    assert.match(many.losses.join(), /`levels` is data of the source/);
  });

  it("reports calculations and methods of other outcomes, and compares lengths and the status of data", async () => {
    const { html, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      export async function GET({ url }) {
        const response = await fetch(url);
        if (!response.ok || response.status !== 200) return null;
        const { handle, items, rank, status } = await response.json();
        const user = handle.startsWith("@") ? handle.slice(1) : handle;
        const place = rank <= 3 ? ["1st", "2nd", "3rd"][rank - 1] : rank;
        return new ImageResponse(
          <main>{user}<p>{place}</p><b>{items.length === 1 ? "One" : items.length}</b><i>{status === "open" ? "Open" : "Closed"}</i></main>,
        );
      }`);
    assert.match(html, /<span if="items_length = 1">One/);
    assert.match(html, /<span if="status = open">Open/);
    const all = losses.join("\n");
    assert.match(all, /6 approximated `handle\.slice\(\)` is not applied/);
    assert.match(all, /7 dropped A calculation with `rank`/);
  });

  it("reads from an object that is spread last, and the first letter by `at(0)`", async () => {
    const { html, fields, losses } = await convertRoute(`import { ImageResponse } from "next/og";
      export default (props) => {
        const { title, author } = { ...{ title: "Untitled", author: "?" }, ...props };
        return new ImageResponse(<p>{title} {author.at(0)}</p>);
      };`);
    assert.match(html, /\{\{title\}\} \{\{author \| first\}\}/);
    assert.equal(fields["title"]?.default, "Untitled");
    assert.match(losses.join(), /author\[0\]` is the first letter/);
  });

  it("keeps conditions that compare data with null", async () => {
    const { html, losses } = await convertCard(`import { getPlayer } from "./missing-module";
      export default async function Card({ id }) {
        const { rank } = await getPlayer(id);
        return <main>{rank !== null ? <p>#{rank}</p> : <p>Unranked</p>}</main>;
      }`);
    assert.match(html, /<p unless="rank">Unranked<\/p>\s*<p if="rank">#\{\{rank\}\}<\/p>/);
    assert.deepEqual(losses, []);
  });

  it("shows what depends on several orders of a number, such as stars", async () => {
    const { html, losses } = await convertCard(`export default ({ rating, title }) => {
        const gap = title.length > 40 ? 1 : title.length > 32 ? 2 : 3;
        return (
          <main>
            {[1, 2, 3].map((star) => <b style={{ color: star <= rating ? "gold" : "gray" }}>*</b>)}
            <p style={{ fontSize: title.length <= 14 ? 90 : title.length <= 32 ? 70 : 50, marginTop: gap }}>{title}</p>
          </main>
        );
      }`);
    const starsOf = (color: string) =>
      html.match(new RegExp(`color: ${color}" (?:if|unless)="rating and rating >= \\d"`, "gu")) ?? [];
    assert.deepEqual([starsOf("gold").length, starsOf("gray").length], [3, 3]);
    assert.equal(html.match(/<p /gu)?.length, 4);
    assert.deepEqual(losses, []);
  });
});
