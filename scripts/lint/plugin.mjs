// Lint rules of this project, as a plugin of oxlint.
import { analyse } from "scslre";

/** Packages whose documentation shows imports of files, as the start of the specifier. */
const documentedFiles = ["ajv/dist/2020", "highlight.js/lib/", "@placard/"];
const privateFile = /^(?:@[^/]+\/)?[^./][^/]*\/(?:.+\/)?(?:dist|src|lib|build)\//;

/** Reports imports of files inside of a package: only documented entries of dependencies are used. */
const noPrivateImports = {
  create(context) {
    const check = ({ source }) => {
      const specifier = source?.value;
      if (typeof specifier !== "string" || !privateFile.test(specifier)) return;
      if (documentedFiles.some((start) => specifier.startsWith(start))) return;
      context.report({
        node: source,
        message: `\`${specifier}\` is a private file of a dependency. Use the package's documented entry.`,
      });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

// A WeakMap is left out: what is derived from an object that never changes may be kept with it.
const collections = new Set(["Map", "Set", "LRUCache"]);
const writers = new Set(["set", "add", "delete", "clear", "push", "unshift", "splice"]);

/** Reports variables of a module that change: state belongs to an object that `main.ts` constructs. */
const noModuleState = {
  create(context) {
    const stateful = new Map();
    return {
      Program({ body }) {
        for (const statement of body) {
          const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
          if (declaration?.type !== "VariableDeclaration") continue;
          if (declaration.kind === "let")
            context.report({ node: declaration, message: "A module has no state. Move it into an object." });
          for (const { id, init } of declaration.declarations)
            if (
              id.type === "Identifier" &&
              init?.type === "NewExpression" &&
              collections.has(init.callee.name)
            )
              stateful.set(id.name, declaration);
        }
      },
      CallExpression({ callee }) {
        if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier") return;
        const declaration = stateful.get(callee.object.name);
        if (!declaration || !writers.has(callee.property.name)) return;
        stateful.delete(callee.object.name);
        context.report({
          node: declaration,
          message: `\`${callee.object.name}\` is state of a module. Move it into an object.`,
        });
      },
    };
  },
};

/** Reports regular expressions that take more than linear time for some texts. */
const noSlowRegExp = {
  create(context) {
    return {
      Literal(node) {
        if (!node.regex) return;
        const { reports } = analyse(
          { source: node.regex.pattern, flags: node.regex.flags },
          { maxReports: 1 },
        );
        if (reports.length === 0) return;
        const message =
          "A long text makes this regular expression take more than linear time. Let it start at one place only, with an anchor or a lookbehind, or exclude the start of a match from its repetitions.";
        context.report({ node, message });
      },
    };
  },
};

export default {
  meta: { name: "placard" },
  rules: {
    "no-private-imports": noPrivateImports,
    "no-module-state": noModuleState,
    "no-slow-regexp": noSlowRegExp,
  },
};
