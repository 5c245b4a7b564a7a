import ts from 'typescript';

import { isShown, oneLine, type ShownText } from './prose.ts';

/** Returns the name of the property or constant that a literal is the value of; empty where it is neither. */
function nameOf({ parent }: ts.Node): string {
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent))
    return parent.name.getText().replaceAll(/['"]/g, '');
  const isPart =
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isBinaryExpression(parent);
  return isPart ? nameOf(parent) : '';
}

/** Is it imported, a type, a key, compared, thrown at a programmer, or a selector? */
function isForProgram(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent)) return true;
  if (ts.isElementAccessExpression(parent) || ts.isTaggedTemplateExpression(parent)) return true;
  if (ts.isPropertyAssignment(parent)) return parent.name === node;
  if (ts.isBinaryExpression(parent)) return /^[!=]==?$/.test(parent.operatorToken.getText());
  if (ts.isNewExpression(parent)) return /(Error|Set|Map)$/.test(parent.expression.getText());
  return (
    ts.isCallExpression(parent) &&
    /(^|\.)(import|literal|closest|matches|querySelector(All)?|split|normalize)$/.test(
      parent.expression.getText(),
    )
  );
}

/** Returns a literal as a reader sees it, each value in it as `{…}`; null where it is none. */
function literalOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{…}');
}

/** Returns the texts for a reader in a TypeScript source. */
export function stringsOfTypeScript(source: string): ShownText[] {
  const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true);
  const found: ShownText[] = [];
  const visit = (node: ts.Node): void => {
    const text = literalOf(node);
    if (text !== null && !isForProgram(node) && isShown(text, nameOf(node))) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ line: line + 1, text: oneLine(text) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
