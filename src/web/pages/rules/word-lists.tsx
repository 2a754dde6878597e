import { useLingui } from '@lingui/react/macro'
import { MultiSelect, SimpleGrid, TagsInput } from '@mantine/core'
import type { Draft } from './use-draft.ts'
import { textsOf, valueAt } from './rules.ts'
import { useNames } from './use-names.ts'

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
        const stored = valueAt(draft.rules, path)
        const value = textsOf(stored)
        // Entries with a score of their own are kept as they are.
        const others = Array.isArray(stored)
          ? stored.filter((one) => typeof one === 'object' && one !== null)
          : []
        const change = (next: string[]) => draft.set(path, [...next, ...others])
        if (words === null) {
          return (
            <TagsInput
              key={list}
              label={label}
              data={[...suggested]}
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
  const lower = { true: 'cached', false: 'uncached' }[value] ?? value.toLowerCase()
  return [...words, unknownWord].find((word) => word.toLowerCase() === lower) ?? value
}
