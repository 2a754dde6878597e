import { useLingui } from '@lingui/react/macro'
import {
  Anchor,
  Badge,
  Box,
  Button,
  Card,
  Group,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { useHousehold } from '../../data/household.ts'
import { itemPicture } from '../../data/item-picture.ts'
import { request } from '../../data/request.ts'
import { DeletePlaysDocument, PlaysDocument } from '../../documents.ts'
import type { ItemKind, PlaysQuery } from '../../documents.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { Poster } from '../../parts/poster.tsx'
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

function usePlays(days: number, wanted: Filter) {
  const filter = filterOf(days, wanted)
  const { only, userId } = wanted
  return useInfiniteQuery({
    queryKey: ['plays', filter],
    queryFn: async ({ pageParam }) =>
      (await request(PlaysDocument, { filter, after: pageParam })).plays,
    placeholderData: (before: Pages | undefined) =>
      only ? partOf(before, only, userId) : undefined,
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
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
        {plays?.length === 0 && <Text c="dimmed">{t`Nothing was watched in this time.`}</Text>}
        <Stack gap="xs" mih="4rem">
          {plays?.map((play) => (
            <PlayLine
              key={play.id}
              play={play}
              choose={setOnly}
              remove={() => removing.mutate(play.id)}
            />
          ))}
        </Stack>
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

type Play = PlaysQuery['plays']['nodes'][number]

type LineProps = {
  readonly play: Play
  readonly choose: (only: Only) => void
  readonly remove: () => void
}

function PlayLine({ play, choose, remove }: LineProps) {
  const { t, i18n } = useLingui()
  const { item, user, startedAt, watchedMs, client, device, finished } = play
  const minutes = Math.round(watchedMs / 60_000)
  const title = item ? titleOf(item) : t`A title that no source has any more`
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="sm" wrap="nowrap" flex="1 1 14rem" miw={0}>
        <Box w={32} style={{ flex: 'none' }} aria-hidden="true">
          <Poster path={itemPicture(item)} title="" />
        </Box>
        <div>
          <Text fw={500}>
            {item ? (
              <Anchor
                component="button"
                c="inherit"
                fw={500}
                ta="start"
                aria-label={t`Every play of ${title}`}
                onClick={() => choose({ id: item.id, title })}
              >
                {title}
              </Anchor>
            ) : (
              title
            )}{' '}
            {finished && <Badge variant="default">{t`to the end`}</Badge>}
          </Text>
          <Text size="sm" c="dimmed">
            {[user.name, client, device].filter(Boolean).join(' · ')}
          </Text>
        </div>
      </Group>
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {i18n.date(startedAt, { dateStyle: 'medium', timeStyle: 'short' })} · {t`${minutes} min`}
        </Text>
        <ConfirmButton
          label={t`Remove`}
          name={t`Remove ${title}`}
          question={t`Forget this time that ${user.name} watched ${title}?`}
          consequence={t`This time of watching is forgotten. Places, marks and every other time stay. A tracker that knows of it, or a file imported later, brings it back.`}
          act={remove}
        />
      </Group>
    </Group>
  )
}
