import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useHousehold } from '../../data/household.ts'
import { request } from '../../data/request.ts'
import { ApproveQuickConnectDocument } from '../../documents.ts'
import type { WaitingDevicesQuery } from '../../documents.ts'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { devicesKey } from './device-card.tsx'

type Waiting = WaitingDevicesQuery['waitingDevices'][number]
type Props = { readonly devices: readonly Waiting[]; readonly refetch: () => Promise<unknown> }

/** Devices that asked for a code at an address of this household: one click signs each in. */
export function WaitingDevices({ devices, refetch }: Props) {
  const { t } = useLingui()
  const [done, setDone] = useState<string | null>(null)
  function approved(device: string) {
    setDone(device)
    return refetch()
  }
  return (
    <Stack aria-live="polite">
      {done !== null && <Alert color="teal" role="status">{t`${done} is signed in.`}</Alert>}
      {devices.length > 0 && (
        <>
          <Text fw={600}>{t`Waiting for your consent`}</Text>
          {devices.map((waiting) => (
            <WaitingLine key={waiting.code} waiting={waiting} approved={approved} />
          ))}
        </>
      )}
    </Stack>
  )
}

type LineProps = {
  readonly waiting: Waiting
  readonly approved: (device: string) => Promise<unknown>
}

function WaitingLine({ waiting: { code, device, since, userId }, approved }: LineProps) {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const household = useHousehold().users
  const all = [...household.values()].map(({ user }) => user)
  const users = all.filter(({ id }) => userId === null || id === userId)
  const [chosen, setChosen] = useState<string | null>(null)
  const user = chosen ?? userId ?? users.find(({ isOwner }) => isOwner)?.id ?? null
  const needs = household.get(user ?? '')?.needs
  const isOther = needs === 'PASSWORD' || needs === 'PASSWORD_PIN'
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request(ApproveQuickConnectDocument, { code, userId: user }),
    async onSuccess() {
      await Promise.all([approved(device.name), client.invalidateQueries({ queryKey: devicesKey })])
    },
  })
  const at = i18n.date(since, { timeStyle: 'short' })
  return (
    <Stack gap="xs">
      {error && <FailureNotice error={error} />}
      <Group justify="space-between" align="end">
        <div>
          <Text fw={600}>{device.name}</Text>
          <Text size="sm" c="dimmed">
            {t`${device.client} · since ${at} · shows ${code}`}
          </Text>
        </div>
        <Group align="end" gap="sm">
          <ChoiceField
            label={t`Signed in as`}
            data={users.map(({ id, name }) => ({ value: id, label: name }))}
            value={user}
            onChange={setChosen}
          />
          <Button
            loading={isPending}
            disabled={user === null || isOther}
            aria-label={t`Sign in ${device.name}`}
            onClick={() => mutate()}
          >
            {t`Sign in`}
          </Button>
        </Group>
      </Group>
      {isOther && (
        <Text size="sm">
          {t`This user has a password of their own, and has to type the code where they are signed in.`}
        </Text>
      )}
    </Stack>
  )
}
