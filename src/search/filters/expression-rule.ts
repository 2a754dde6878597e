import type { Rejection } from '../../model/search-plan.ts'
import type { MediaQuery, Stream } from '../../model/search-result.ts'
import type { FilterSettings } from '../../model/user-data.ts'
import { compileExpressions, type ExpressionText } from '../expressions/expressions.ts'
import type { Rule } from './rule.ts'

type Settings = NonNullable<FilterSettings['expressions']>

export function createExpressionRule(
  settings: Settings | undefined,
): (query: MediaQuery) => Rule | null {
  const excluded = textsOf(settings, 'exclude')
  const required = textsOf(settings, 'require')
  if (excluded.length + required.length === 0) return () => null
  const expressions = compileExpressions([...excluded, ...required])
  const rejections: readonly Rejection[] = [
    ...excluded.map(({ number, path }) => ({ reason: `excluded by expression ${number}`, path })),
    ...required.map(({ number, path }) => ({
      reason: `required expression ${number} not met`,
      path,
    })),
  ]

  return (query) => ({
    reject(stream: Stream): Rejection | null {
      for (let index = 0; index < expressions.length; index++) {
        const holds = expressions[index]!(stream, query)
        if (holds === index < excluded.length) return rejections[index]!
      }
      return null
    },
  })
}

function textsOf(settings: Settings | undefined, list: 'require' | 'exclude') {
  return (settings?.[list] ?? []).flatMap(
    (expression, index): (ExpressionText & { readonly number: number })[] =>
      expression.trim() === ''
        ? []
        : [{ expression, path: `filters.expressions.${list}[${index}]`, number: index + 1 }],
  )
}
