import type { CodedText } from '../../core/coded-text.ts'
import { problemTexts } from '../../core/problem-texts.ts'
import type { ProblemCode } from '../../core/problem-texts.ts'
import { warningTexts } from '../../model/warning-texts.ts'
import type { WarningCode } from '../../model/warning-texts.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

type Code = WarningCode | ProblemCode

const texts = { ...warningTexts, ...problemTexts }
const WarningCodeRef = enumOf(
  'WarningCode',
  Object.keys(texts) as Code[],
  'What a warning says, or a problem; names in braces stand for its `values`.',
  texts,
)

type Shown = CodedText<Code> & { readonly path: string }

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
      description: 'For translating the message.',
      resolve: ({ code }) => code,
    }),
    path: t.exposeString('path', {
      description: 'Such as `sources[0].url`; empty for the whole configuration.',
    }),
    message: t.exposeString('message', { description: 'What is wrong, in a sentence.' }),
    values: t.field({
      type: [WarningValueRef],
      description: 'Texts for the names in the sentence of `code`.',
      resolve: ({ values }) => Object.entries(values),
    }),
  }),
})
