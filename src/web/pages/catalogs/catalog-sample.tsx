import { useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { rootPath } from '../../data/address.ts'
import { oneAtATime } from '../../data/one-at-a-time.ts'
import { request } from '../../data/request.ts'
import { CatalogSampleDocument } from '../../documents.ts'
import { Poster } from '../../parts/poster.tsx'
import { FailureText } from '../../parts/failure-text.tsx'
import { useProblemText } from '../../parts/use-problem-text.ts'
import { ruleOf } from './settings.ts'
import type { CatalogSettings, Row } from './settings.ts'

type Props = { readonly row: Row; readonly settings: CatalogSettings }

const waiting = [1, 2, 3, 4]

/** The first titles, asked for once the row is seen, so that a slow source holds up its own rows alone. */
export function CatalogSample({ row, settings }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const { sourceCatalogs, genres, genreRequired } = row
  const own = settings.merged?.find(({ id }) => id === row.ref)
  const asked = {
    catalogs: sourceCatalogs.map(({ key }) => key),
    mix: (own?.mix ?? 'interleave') === 'append' ? ('APPEND' as const) : ('INTERLEAVE' as const),
    genre: genreRequired ? (ruleOf(row, settings).genres?.[0] ?? genres[0] ?? null) : null,
  }
  const sources = [...new Set(sourceCatalogs.map(({ source }) => source.id))].join(' ')
  const { data, error } = useQuery({
    queryKey: ['catalog sample', asked],
    queryFn: ({ signal }) =>
      oneAtATime(sources, async () => {
        signal.throwIfAborted()
        return (await request(CatalogSampleDocument, asked, signal)).catalogSample
      }),
    enabled: inViewport,
    staleTime: 300_000,
    retry: 2,
  })
  const problems = (data?.failures ?? []).map(
    ({ source, problem, failure }) => `${source.name}: ${problemText(problem, failure)}`,
  )
  const said = (
    <>
      {error && (
        <Text size="sm">
          <FailureText error={error} />
        </Text>
      )}
      {problems.map((problem) => (
        <Text size="sm" key={problem}>
          {problem}
        </Text>
      ))}
    </>
  )
  const isBare = data ? data.titles.length === 0 : error !== null
  return (
    <div ref={ref}>
      <ul className="posters" aria-label={t`First titles`} aria-busy={!data && !error}>
        {data
          ? data.titles.map(({ id, name, picture }) => (
              <li key={id}>
                <Poster path={picture && rootPath + picture} title={name} />
              </li>
            ))
          : !error && waiting.map((one) => <li key={one} className="poster" aria-hidden="true" />)}
        {isBare && (
          <li className="none">{error || problems.length > 0 ? said : t`It has no titles.`}</li>
        )}
      </ul>
      {!isBare && said}
    </div>
  )
}
