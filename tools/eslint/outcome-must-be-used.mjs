import { ESLintUtils } from '@typescript-eslint/utils';

/** A call that answers with an Outcome may not be a statement of its own: the failure would vanish. */
export default ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    schema: [],
    messages: { dropped: 'This Outcome is dropped: read its `ok`, or return it.' },
  },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();
    return {
      ExpressionStatement({ expression }) {
        const call = unwrapped(expression);
        if (call.type !== 'CallExpression') return;
        const type = services.getTypeAtLocation(call);
        if (isOutcome(checker.getAwaitedType(type) ?? type))
          context.report({ node: expression, messageId: 'dropped' });
      },
    };
  },
});

function unwrapped(expression) {
  if (expression.type === 'UnaryExpression' && expression.operator === 'void')
    return unwrapped(expression.argument);
  return expression.type === 'AwaitExpression' ? expression.argument : expression;
}

function isOutcome(type) {
  const members = type.isUnion() ? type.types : [type];
  return (
    members.length > 1 &&
    members.every((member) => member.getProperty('ok')) &&
    members.some((member) => member.getProperty('error'))
  );
}
