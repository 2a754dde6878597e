import { useLingui } from '@lingui/react/macro'
import { MultiSelect, SimpleGrid, TagsInput } from '@mantine/core'
import { isAlike } from '../../data/is-alike.ts'
import { PatternFields } from './pattern-fields.tsx'
import type { Draft } from './use-draft.ts'
import { textsOf, valueAt } from './rules.ts'
import { useNames } from '../../parts/use-names.ts'
import { languageCodes } from '../../parts/vocabulary.ts'

type Props = {
  readonly draft: Draft
  readonly name: string
  /** The only words that there are; null: any may be typed. */
  readonly words: readonly string[] | null
  readonly suggested?: readonly string[]
}

const unknownWord = 'Unknown'

/** What is left out, required, rescued and preferred by one attribute. */
export function WordLists({ draft, name, words, suggested = [] }: Props) {
  const { t } = useLingui()
  const { wordName } = useNames()
  const lists = [
    { list: 'exclude', label: t`Leave these out` },
    { list: 'require', label: t`Keep only these` },
    { list: 'prefer', label: t`Prefer these, the best first` },
    { list: 'include', label: t`Keep these whatever else says` },
  ]
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {lists.map(({ list, label }) => {
        const path = ['filters', name, list]
        if (name === 'regex' && list === 'prefer') {
          return <PatternFields key={list} draft={draft} label={label} />
        }
        const value = textsOf(valueAt(draft.rules, path))
        const change = (next: string[]) => draft.set(path, next)
        if (suggested.length > 0) {
          const wordOf = (typed: string) =>
            [...languageCodes.keys(), ...suggested].find((word) => isAlike(wordName(word), typed))
          return (
            <TagsInput
              key={list}
              label={label}
              data={suggested.map(wordName)}
              value={value.map(wordName)}
              onChange={(next) => change(next.map((typed) => wordOf(typed) ?? typed))}
            />
          )
        }
        if (words === null) {
          return (
            <TagsInput
              key={list}
              label={label}
              splitChars={name === 'regex' ? [] : [',']}
              value={value}
              onChange={change}
            />
          )
        }
        const known = value.map((one) => spelled(one, words))
        const data = [...new Set([...words, unknownWord, ...known])].map((word) => ({
          value: word,
          label: wordName(word),
        }))
        return (
          <MultiSelect
            key={list}
            label={label}
            searchable
            data={data}
            value={known}
            onChange={change}
          />
        )
      })}
    </SimpleGrid>
  )
}

/** The configuration may write words in any case, and true for cached. */
function spelled(value: string, words: readonly string[]): string {
  const meant = { true: 'cached', false: 'uncached' }[value] ?? value
  return [...words, unknownWord].find((word) => isAlike(word, meant)) ?? value
}
