import { warningTexts } from '../../model/warning-texts.ts'
import type { WarningCode, WarningText } from '../../model/warning-texts.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const codes = Object.keys(warningTexts) as WarningCode[]
const WarningCodeRef = enumOf(
  'WarningCode',
  codes,
  'What a warning says; names in braces stand for its `values`.',
  warningTexts,
)

type Shown = Partial<WarningText> & { readonly path: string; readonly message: string }

const WarningValueRef = builder
  .objectRef<readonly [name: string, text: string]>('ConfigurationWarningValue')
  .implement({
    description: 'A text that stands in a warning.',
    fields: (t) => ({
      name: t.string({ description: 'As in braces.', resolve: ([name]) => name }),
      text: t.string({ description: 'What stands there.', resolve: ([, text]) => text }),
    }),
  })

export const WarningRef = builder.objectRef<Shown>('ConfigurationWarning').implement({
  description: 'A part of a configuration that does not work as written.',
  fields: (t) => ({
    code: t.field({
      type: WarningCodeRef,
      nullable: true,
      description: 'For translating the message; null where it has only the message.',
      resolve: ({ code }) => code ?? null,
    }),
    path: t.exposeString('path', {
      description: 'Such as `sources[0].url`; empty for the whole configuration.',
    }),
    message: t.exposeString('message', { description: 'What is wrong, in a sentence.' }),
    values: t.field({
      type: [WarningValueRef],
      description: 'Texts for the names in the sentence of `code`.',
      resolve: ({ values }) => Object.entries(values ?? {}),
    }),
  }),
})
