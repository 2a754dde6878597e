import { useLingui } from '@lingui/react/macro'
import { Autocomplete, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rootPath } from '../../data/address.ts'
import { request } from '../../data/request.ts'
import { useSettled } from '../../data/use-settled.ts'
import { FindTitlesDocument } from '../../documents.ts'
import type { FindTitlesQuery } from '../../documents.ts'
import { FailureText } from '../../parts/failure-text.tsx'
import type { Title } from './usual-title.ts'

type Props = {
  readonly title: Title
  readonly change: (title: Title) => void
  /** Somebody has pressed something to type here. */
  readonly isAsked: boolean
}

const pauseMs = 300

/** Takes a name, and asks which of the titles that have it is meant; takes an id as it is. */
export function TitleSearch({ title: { type, id }, change, isAsked }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState(id)
  const typed = text.trim()
  const search = useSettled(typed, pauseMs)
  const isWanted = id === '' && typed !== ''
  const { data, error } = useQuery({
    queryKey: ['titles by name', type, search],
    queryFn: async ({ signal }) =>
      (await request(FindTitlesDocument, { type, search }, signal)).findTitles,
    enabled: isWanted && search === typed,
    retry: false,
    refetchInterval: false,
    staleTime: ({ state }) => (state.data?.failures.length ? 0 : 300_000),
  })
  const titles = new Map((data?.titles ?? []).map((one) => [one.id, one]))
  const hasOwnId = isWanted && !titles.has(typed) && mayBeId(typed, data?.titles.length === 0)
  const labels = new Set([...titles.values()].map(labelOf)).add(typed)
  const options = Array.from(titles.values(), (one) => ({ value: one.id, label: labelOf(one) }))
  return (
    <Autocomplete
      flex="1 1 14rem"
      label={t`Title`}
      description={error && isWanted ? undefined : <Hint isOpen={isWanted} found={data} />}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={isWanted && error && <FailureText error={error} />}
      placeholder={type === 'movie' ? 'tt0063350' : 'tt0903747:1:1'}
      autoFocus={isAsked}
      value={text}
      data={hasOwnId ? [...options, { value: typed, label: typed }] : options}
      filter={({ options }) => options}
      renderOption={({ option: { value } }) => <Found title={titles.get(value)} id={value} />}
      onOptionSubmit={(chosen) =>
        change({
          type,
          id: type === 'series' && titles.has(chosen) ? firstEpisode(chosen) : chosen,
        })
      }
      onChange={(next) => {
        setText(next)
        if (!labels.has(next)) change({ type, id: isId(next.trim()) ? next.trim() : '' })
      }}
    />
  )
}

type Found = {
  readonly name: string
  readonly year: number | null
  readonly picture: string | null
}

function labelOf({ name, year }: Found): string {
  return year === null ? name : `${name} (${year})`
}

/** Anime databases count the episodes of an entry, others those of a season. */
function firstEpisode(series: string): string {
  return /^(?:kitsu|mal|anilist|anidb):/.test(series) ? `${series}:1` : `${series}:1:1`
}

function isId(text: string): boolean {
  return /^(?:tt\d+|(?:tmdb|tvdb|kitsu|mal|anilist|anidb):\d+)(?::\d+){0,2}$/.test(text)
}

/** Addons give their titles ids of any form, but none with a blank. */
function mayBeId(text: string, hasNoTitle: boolean): boolean {
  return !/\s/.test(text) && (hasNoTitle || /[^\p{L}]/u.test(text))
}

function Found({ title, id }: { title: Found | undefined; id: string }) {
  const { t } = useLingui()
  if (!title) return <Text size="sm">{t`The title with the id ${id}`}</Text>
  return (
    <Group gap="sm" wrap="nowrap">
      {title.picture && (
        <img src={rootPath + title.picture} alt="" width={32} height={48} loading="lazy" />
      )}
      <Text size="sm">{labelOf(title)}</Text>
    </Group>
  )
}

type HintProps = {
  readonly isOpen: boolean
  readonly found: FindTitlesQuery['findTitles'] | undefined
}

function Hint({ isOpen, found }: HintProps) {
  const { t } = useLingui()
  const text = () => {
    if (!isOpen) return t`A name, or an id such as tt0063350.`
    if (!found) return t`Searching your catalogs…`
    if (found.titles.length > 0) return t`Choose a title from the list.`
    const silent = found.failures.map(({ source }) => source.name).join(', ')
    return silent === ''
      ? t`Your catalogs have no such title. Type its id, such as tt0063350.`
      : t`Nothing found, but ${silent} did not answer. Try again, or type an id such as tt0063350.`
  }
  return <span role="status">{text()}</span>
}
