import { useLingui } from '@lingui/react/macro'
import { Badge, Group, Text } from '@mantine/core'
import { request } from '../../data/request.ts'
import { AccessTokensDocument, RevokeAccessTokenDocument } from '../../documents.ts'
import type { AccessTokensQuery } from '../../documents.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { CredentialCard } from '../../parts/credential-card.tsx'
import { NewToken } from './new-token.tsx'
import { useScopeNames } from './scope-names.ts'

export function TokenCard() {
  const { t } = useLingui()
  return (
    <CredentialCard
      title={t`Tokens for dashboards`}
      purpose={t`A dashboard such as Grafana, Homepage or Glance reads with a token what you allow, and can change nothing.`}
      queryKey="access-tokens"
      read={async () => (await request(AccessTokensDocument)).accessTokens}
      revoke={(id) => request(RevokeAccessTokenDocument, { id })}
      line={(token, revoke) => <TokenLine key={token.id} token={token} revoke={revoke} />}
      maker={(made) => <NewToken made={made} />}
    />
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
