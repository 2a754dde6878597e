import type { Warning } from '../../services/configurations/warnings/warnings.ts'
import { builder } from '../builder.ts'

export const WarningRef = builder.objectRef<Warning>('ConfigurationWarning').implement({
  description: 'A part of a configuration that does not work as written.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Such as `sources[0].url`; empty for the whole configuration.',
    }),
    message: t.exposeString('message', { description: 'What is wrong, in a sentence.' }),
  }),
})
