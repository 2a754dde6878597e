import { useLingui } from '@lingui/react/macro'
import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { BrowsersDocument, RevokeBrowserDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { retryOf } from '../../parts/retry-of.ts'
import { useBrowserName } from '../../parts/use-browser-name.ts'

const key = ['browsers']

/** Browsers that are signed in; each but this one can be signed out. */
export function BrowserCard() {
  const { t, i18n } = useLingui()
  const nameOf = useBrowserName()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (await request(BrowsersDocument)).browserSessions,
  })
  const revoking = useMutation({
    mutationFn: (id: string) => request(RevokeBrowserDocument, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  const failure = revoking.error ?? error
  return (
    <Card withBorder padding="lg" mih="8rem">
      <Stack>
        <Title order={2} size="h4">{t`Signed-in browsers`}</Title>
        {failure && <FailureNotice error={failure} retry={retryOf(revoking, refetch)} />}
        {data?.map(({ id, name: said, current, remembered, lastSeenAt }) => {
          const name = nameOf(said)
          return (
            <Group key={id} justify="space-between">
              <div>
                <Text fw={500}>
                  {name} {current && <Badge ml={4}>{t`this one`}</Badge>}
                </Text>
                <Text size="sm" c="dimmed">
                  {i18n.date(lastSeenAt, { dateStyle: 'medium', timeStyle: 'short' })}
                  {' · '}
                  {remembered ? t`for 90 days` : t`until it is closed`}
                </Text>
              </div>
              {!current && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t`Sign out ${name}`}
                  onClick={() => revoking.mutate(id)}
                >
                  {t`Sign out`}
                </Button>
              )}
            </Group>
          )
        })}
      </Stack>
    </Card>
  )
}
