import { useLingui } from '@lingui/react/macro'
import { Badge, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../data/request.ts'
import { AccessTokensDocument, RevokeAccessTokenDocument } from '../../documents.ts'
import type { AccessTokensQuery } from '../../documents.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { retryOf } from '../../parts/retry-of.ts'
import { NewToken } from './new-token.tsx'
import { useScopeNames } from './scope-names.ts'

const queryKey = ['access-tokens']

export function TokenCard() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await request(AccessTokensDocument)).accessTokens,
  })
  const onSettled = () => client.invalidateQueries({ queryKey })
  const revoking = useMutation({
    mutationFn: (id: string) => request(RevokeAccessTokenDocument, { id }),
    onSettled,
  })
  const failure = revoking.error ?? error
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`Tokens for dashboards`}</Title>
        <Text>{t`A dashboard such as Grafana, Homepage or Glance reads with a token what you allow, and can change nothing.`}</Text>
        {failure && <FailureNotice error={failure} retry={retryOf(revoking, refetch)} />}
        {!data && !error && <Skeleton h="2rem" />}
        {data?.map((token) => (
          <TokenLine key={token.id} token={token} revoke={() => revoking.mutate(token.id)} />
        ))}
        <NewToken made={onSettled} />
      </Stack>
    </Card>
  )
}

type LineProps = {
  readonly token: AccessTokensQuery['accessTokens'][number]
  readonly revoke: () => void
}

function TokenLine({ token, revoke }: LineProps) {
  const { t, i18n } = useLingui()
  const scopeNames = useScopeNames()
  const { name, scopes, user, lastUsedAt, expiresAt, ended } = token
  const seen = lastUsedAt && i18n.date(lastUsedAt, { dateStyle: 'medium', timeStyle: 'short' })
  const end = expiresAt && i18n.date(expiresAt, { dateStyle: 'medium' })
  const parts = [
    user.name,
    scopes.map((scope) => scopeNames[scope]).join(', '),
    seen ? t`last used ${seen}` : t`never used`,
    end && t`until ${end}`,
  ]
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text fw={500}>
          {name}{' '}
          {ended && (
            <Badge variant="dot" color="gray">
              {t`ended`}
            </Badge>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {parts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <ConfirmButton
        label={t`Revoke`}
        name={t`Revoke ${name}`}
        question={t`Revoke ${name}?`}
        consequence={t`The dashboard that uses it reads nothing more from this moment on.`}
        act={revoke}
      />
    </Group>
  )
}
