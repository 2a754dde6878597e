import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { serviceAddress } from '../../data/address.ts'
import { useHousehold, useMediaServerIsOn } from '../../data/household.ts'
import { useReach } from '../../parts/use-reach.ts'
import { request } from '../../data/request.ts'
import { CreateAccessTokenDocument } from '../../documents.ts'
import type { AccessScope } from '../../documents.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useScopeNames } from './scope-names.ts'

const scopes = ['ACTIVITY', 'HISTORY', 'SESSIONS', 'HEALTH'] as const satisfies AccessScope[]
const withoutMediaServer: readonly AccessScope[] = ['HEALTH']
const dayMs = 86_400_000

type Input = {
  readonly name: string
  readonly scopes: readonly AccessScope[]
  readonly userId: string | null
  readonly days: string
}

const empty: Input = { name: '', scopes, userId: null, days: '' }

async function create({ name, scopes: allowed, userId, days }: Input) {
  const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString()
  const input = { name: name.trim(), scopes: allowed, userId, expiresAt }
  const { createAccessToken } = await request(CreateAccessTokenDocument, input)
  return { ...createAccessToken, scopes: allowed }
}

export function NewToken({ made }: { made: () => Promise<void> }) {
  const { t, i18n } = useLingui()
  const scopeNames = useScopeNames()
  const { users } = useHousehold()
  const isOff = useMediaServerIsOn() === false
  const offered = isOff ? withoutMediaServer : scopes
  const missing = new Intl.ListFormat(i18n.locale).format(
    scopes.filter((scope) => !offered.includes(scope)).map((scope) => scopeNames[scope]),
  )
  const [input, setInput] = useState(empty)
  const allowed = input.scopes.filter((scope) => offered.includes(scope))
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: create,
    async onSuccess() {
      setInput(empty)
      await made()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ ...input, scopes: allowed })
      }}
    >
      <Stack>
        {error && <FailureNotice error={error} />}
        {data?.token && <MadeToken name={data.name} token={data.token} scopes={data.scopes} />}
        <Checkbox.Group
          label={t`It may read`}
          description={
            isOff &&
            t`${missing} need the media server, which is switched off in this configuration.`
          }
          value={[...allowed]}
          onChange={(value) => setInput({ ...input, scopes: value })}
        >
          <Group mt="xs">
            {offered.map((scope) => (
              <Checkbox key={scope} value={scope} label={scopeNames[scope]} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group align="end">
          <TextInput
            flex="1 1 10rem"
            label={t`Name of the dashboard`}
            required
            maxLength={100}
            autoComplete="off"
            value={input.name}
            onChange={(event) => setInput({ ...input, name: event.currentTarget.value })}
          />
          <ChoiceField
            label={t`Reads as`}
            placeholder={t`the first user`}
            data={Array.from(users.values(), ({ user }) => ({ value: user.id, label: user.name }))}
            value={input.userId}
            onChange={(userId) => setInput({ ...input, userId })}
          />
          <ChoiceField
            label={t`For`}
            data={[
              { value: '', label: t`until it is revoked` },
              { value: '30', label: t`30 days` },
              { value: '365', label: t`A year` },
            ]}
            value={input.days}
            onChange={(days) => setInput({ ...input, days: days ?? '' })}
          />
          <Button type="submit" variant="light" loading={isPending} disabled={allowed.length === 0}>
            {t`Make a token`}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type MadeProps = {
  readonly name: string
  readonly token: string
  readonly scopes: readonly AccessScope[]
}

/** A month ago: days are not kept for ever. */
const from = `${new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10)}T00:00:00Z`

const firstQuery: Readonly<Record<AccessScope, string>> = {
  ACTIVITY: '{ plays(first: 10) { nodes { startedAt user { name } item { name } } } }',
  HISTORY: '{ history(first: 10) { nodes { item { name } } } }',
  SESSIONS: '{ sessions { user { name } item { name } } }',
  HEALTH: `{ sourceHealth(from: "${from}", bucket: DAY) { source { name } } }`,
}
const firstPath: Readonly<Record<AccessScope, string>> = {
  ACTIVITY: '/rest/plays?first=10',
  HISTORY: '/rest/history?first=10',
  SESSIONS: '/rest/sessions',
  HEALTH: `/rest/source-health?from=${from}&bucket=DAY`,
}

function MadeToken({ name, token, scopes: allowed }: MadeProps) {
  const { t } = useLingui()
  const address = useReach()?.address ?? serviceAddress
  const [first] = allowed
  const header = `-H 'authorization: Bearer ${token}'`
  return (
    <Alert color="teal" role="status" title={t`Copy the token now`}>
      <Stack>
        <CopyField
          label={name}
          hint={t`It is shown this once and cannot be read again.`}
          value={token}
        />
        {first && (
          <>
            <CopyField
              label="GraphQL"
              value={`curl ${header} ${address}/graphql -H 'content-type: application/json' -d '${JSON.stringify({ query: firstQuery[first] })}'`}
            />
            <CopyField label="REST" value={`curl ${header} '${address}${firstPath[first]}'`} />
          </>
        )}
      </Stack>
    </Alert>
  )
}
