import { type NodePath, type PluginObject, types as t } from "@babel/core";
import type { RolldownBabelPreset } from "@rolldown/plugin-babel";

/** What the portal reads of a call. Its shapes are for the types and the server; the portal sends plain JSON and receives it, or a file. */
const usedOfCall = ["method", "path", "stepUp", "file"];

const plugin = (): PluginObject => ({
  visitor: {
    Program(program: NodePath<t.Program>) {
      for (const statement of program.get("body")) {
        const declaration = statement.isExportNamedDeclaration() ? statement.get("declaration") : statement;
        if (!declaration.isVariableDeclaration()) continue;
        for (const constant of declaration.node.declarations)
          if (t.isCallExpression(constant.init)) constant.init = shortened(constant.init);
      }
      removeUnused(program);
    },
  },
});

/** A call without its shapes. Any other constant, such as a schema, may be left out of the build if nothing uses it. */
function shortened(init: t.CallExpression): t.CallExpression {
  const [description] = init.arguments;
  if (!t.isIdentifier(init.callee, { name: "call" }) || !t.isObjectExpression(description)) {
    const evaluated = t.callExpression(t.arrowFunctionExpression([], init), []);
    return t.addComment(evaluated, "leading", "#__PURE__");
  }
  // What calls share is spread into them, and may be their method.
  description.properties = description.properties.filter(
    (property) =>
      t.isSpreadElement(property) ||
      (t.isObjectProperty(property) && t.isIdentifier(property.key) && usedOfCall.includes(property.key.name)),
  );
  return init;
}

/** Removes local constants and imports that only a shape used. An import that is left would still load its module. */
function removeUnused(program: NodePath<t.Program>): void {
  program.scope.crawl();
  let isChanged = false;
  for (const binding of Object.values(program.scope.bindings)) {
    const { path } = binding;
    if (binding.referenced || !(path.isVariableDeclarator() || path.isImportSpecifier())) continue;
    path.remove();
    isChanged = true;
  }
  for (const statement of program.get("body"))
    if (statement.isImportDeclaration() && statement.node.specifiers.length === 0) statement.remove();
  if (isChanged) removeUnused(program);
}

/**
 * Leaves out of the portal the schemas that it never parses with: to create those of all calls takes a phone 80 ms at the first load.
 * Schemas of forms are kept, because their screens use them.
 */
export const withoutShapes: RolldownBabelPreset = {
  preset: () => ({ plugins: [plugin] }),
  rolldown: { filter: { id: /\/packages\/(contracts|lending)\/src\//, code: /from "zod\/mini"|= call\(/ } },
};
