import { useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { useHousehold } from '../../data/household.ts'
import { itemPicture } from '../../data/item-picture.ts'
import { request } from '../../data/request.ts'
import { untilAskedAgain } from '../../data/until-answered.ts'
import { DeletePlaysDocument, PlaysDocument } from '../../documents.ts'
import type { ItemKind, PlaysQuery } from '../../documents.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Poster } from '../../parts/poster.tsx'
import { useLength } from '../../parts/use-length.ts'
import { daysAgo } from './time.ts'
import { titleOf } from './title-of.ts'

type Filter = {
  readonly text: string
  readonly kind: ItemKind | null
  readonly userId: string | null
  readonly only: Only | null
}

/** One film or episode. */
type Only = { readonly id: string; readonly title: string }

type Pages = InfiniteData<PlaysQuery['plays'], string | null>

/** What is shown of it already, while its plays are asked for. */
function partOf(pages: Pages | undefined, { id }: Only, userId: string | null): Pages | undefined {
  const found = pages?.pages.map((page) => ({
    ...page,
    nodes: page.nodes.filter(
      ({ item, user }) => item?.id === id && (userId === null || user.id === userId),
    ),
  }))
  // That there are none is known only once they were asked for.
  return pages && found?.some(({ nodes }) => nodes.length > 0)
    ? { ...pages, pages: found }
    : undefined
}

function filterOf(days: number, { text, kind, userId, only }: Filter) {
  const users = userId !== null && { users: [userId] }
  if (only !== null) return { item: only.id, ...users }
  return {
    from: daysAgo(days),
    ...(text.trim() !== '' && { text: text.trim().slice(0, 200) }),
    ...(kind !== null && { kinds: [kind] }),
    ...users,
  }
}

export const everything: Filter = { text: '', kind: null, userId: null, only: null }

/** A slow machine may draw the card this long after asking for its plays. */
const drawnWithinMs = 30_000

export function playsQuery(days: number, wanted: Filter) {
  const filter = filterOf(days, wanted)
  return infiniteQueryOptions({
    queryKey: ['plays', filter],
    queryFn: async ({ pageParam }) =>
      (await request(PlaysDocument, { filter, after: pageParam })).plays,
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    staleTime: drawnWithinMs,
  })
}

function usePlays(days: number, wanted: Filter) {
  const { only, userId } = wanted
  return useInfiniteQuery({
    ...playsQuery(days, wanted),
    placeholderData: (before: Pages | undefined) =>
      only ? partOf(before, only, userId) : undefined,
    // Only before there are plays: asking again asks for every page that is shown.
    refetchInterval: (query) => (query.state.data ? false : untilAskedAgain(query)),
  })
}

function useRemoval() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(DeletePlaysDocument, { ids: [id] }),
    onSuccess: () => queries.invalidateQueries(),
  })
}

/** Each time that something was watched, newest first. */
export function History({ days }: { days: number }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text, 300)
  const [kind, setKind] = useState<ItemKind | null>(null)
  const [userId, setUserId] = useState<string | null>(null)
  const [only, setOnly] = useState<Only | null>(null)
  const [unwanted, setUnwanted] = useState<Play | null>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const { users } = useHousehold()
  const wanted = { text: settled, kind, userId, only }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = usePlays(days, wanted)
  const removing = useRemoval()
  const showAll = () => {
    setOnly(null)
    titleField.current?.focus()
  }
  const plays = data?.pages.flatMap(({ nodes }) => nodes)
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`History`}</Title>
        <Group align="end">
          <TextInput
            flex="1 1 12rem"
            label={t`Title`}
            ref={titleField}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setOnly(null)
            }}
          />
          <ChoiceField
            label={t`Kind`}
            placeholder={t`All`}
            data={[
              { value: 'MOVIE', label: t`Films` },
              { value: 'EPISODE', label: t`Episodes` },
              { value: 'VIDEO', label: t`Videos` },
            ]}
            value={kind}
            onChange={(value) => {
              setKind(value)
              setOnly(null)
            }}
          />
          {users.size > 1 && (
            <ChoiceField
              label={t`User`}
              placeholder={t`All`}
              data={[...users.values()].map(({ user }) => ({ value: user.id, label: user.name }))}
              value={userId}
              onChange={setUserId}
            />
          )}
        </Group>
        {error && <FailureNotice error={error} retry={() => void refetch()} />}
        {removing.error && <FailureNotice error={removing.error} />}
        {only && <OnlyNotice title={only.title} clear={showAll} />}
        {plays?.length === 0 && <NoPlays {...wanted} />}
        <div className="plays">
          {plays?.map((play) => (
            <PlayLine key={play.id} play={play} choose={setOnly} remove={setUnwanted} />
          ))}
        </div>
        <Removal play={unwanted} close={() => setUnwanted(null)} remove={removing.mutate} />
        {hasNextPage && (
          <Button variant="light" loading={isFetching} onClick={() => void fetchNextPage()}>
            {t`Show more`}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

function OnlyNotice({ title, clear }: { readonly title: string; readonly clear: () => void }) {
  const { t } = useLingui()
  return (
    <Group gap="sm">
      <Text role="status">{t`Every play of ${title}`}</Text>
      <Button variant="default" size="xs" onClick={clear}>{t`All titles`}</Button>
    </Group>
  )
}

function NoPlays({ only, userId }: Filter) {
  const { t } = useLingui()
  const ofTitle = userId === null ? t`There is no play of it.` : t`This user has not watched it.`
  return <Text c="dimmed">{only ? ofTitle : t`Nothing was watched in this time.`}</Text>
}

type Play = PlaysQuery['plays']['nodes'][number]

type LineProps = {
  readonly play: Play
  readonly choose: (only: Only) => void
  readonly remove: (play: Play) => void
}

function useTitle(): (item: Play['item'] | undefined) => string {
  const { t } = useLingui()
  return (item) => (item ? titleOf(item) : t`A title that no source has any more`)
}

/** Of plain elements: there are many lines, and the library's cost a slow processor five times as much. */
function PlayLine({ play, choose, remove }: LineProps) {
  const { t, i18n } = useLingui()
  const { item, user, startedAt, watchedMs, client, device, finished } = play
  const length = useLength('short')
  const title = useTitle()(item)
  return (
    <div className="play">
      <div className="thumbnail" aria-hidden="true">
        <Poster path={itemPicture(item)} title="" />
      </div>
      <div className="line">
        <div className="what">
          <div className="title">
            {item ? (
              <button
                type="button"
                className="text-button mantine-focus-auto"
                aria-label={t`Every play of ${title}`}
                onClick={() => choose({ id: item.id, title })}
              >
                {title}
              </button>
            ) : (
              title
            )}{' '}
            {finished && <span className="tag">{t`to the end`}</span>}
          </div>
          <p className="dimmed">{[user.name, client, device].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="when">
          <p className="dimmed">
            {i18n.date(startedAt, { dateStyle: 'medium', timeStyle: 'short' })}
            {watchedMs > 0 && ` · ${length(watchedMs)}`}
          </p>
          <button
            type="button"
            className="small-button mantine-focus-auto"
            aria-label={t`Remove ${title}`}
            aria-haspopup="dialog"
            onClick={() => remove(play)}
          >
            {t`Remove`}
          </button>
        </div>
      </div>
    </div>
  )
}

type RemovalProps = {
  /** Null: none is asked about. */
  readonly play: Play | null
  readonly close: () => void
  readonly remove: (id: string) => void
}

function Removal({ play, close, remove }: RemovalProps) {
  const { t } = useLingui()
  const titleOfItem = useTitle()
  if (!play) return null
  const title = titleOfItem(play.item)
  return (
    <ConfirmDialog
      label={t`Remove`}
      question={t`Forget this time that ${play.user.name} watched ${title}?`}
      consequence={t`This time of watching is forgotten. Places, marks and every other time stay. A tracker that knows of it, or a file imported later, brings it back.`}
      isOpen
      close={close}
      act={() => remove(play.id)}
    />
  )
}
