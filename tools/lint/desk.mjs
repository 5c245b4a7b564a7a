const message =
  'A failure is an Outcome or a DeskFault; catch only at the borders listed in .oxlintrc.json.';

/** Rules of this project that no linter has. */
export default {
  meta: { name: 'desk' },
  rules: {
    'no-try': {
      create: (context) => ({
        TryStatement(node) {
          context.report({ node, message });
        },
      }),
    },
  },
};
