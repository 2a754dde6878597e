import { useLingui } from '@lingui/react/macro'
import { Card, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { memo } from 'react'
import type { Inherited, MediaServer } from '../../data/household.ts'

type Props = {
  readonly versions: MediaServer['versions']
  readonly proxy: MediaServer['proxy']
  readonly inherited: Inherited
  readonly set: (next: Partial<MediaServer>) => void
}

const mostVersions = 1_000
const usual = { max: 25, resolveOnOpen: true, remember: true }

/** The streams of a title, as apps show them. */
export const VersionCard = memo(({ versions = {}, proxy, inherited, set }: Props) => {
  const { t } = useLingui()
  const { max, resolveOnOpen, remember } = { ...usual, ...inherited?.versions, ...versions }
  const setVersions = (next: NonNullable<MediaServer['versions']>) =>
    set({ versions: { ...versions, ...next } })
  const setMost = (typed: string) => {
    const { max: _before, ...rest } = versions
    const next = Math.min(mostVersions, Math.max(1, Math.trunc(Number(typed))))
    set({ versions: typed === '' ? rest : { ...rest, max: next } })
  }
  return (
    <Card withBorder padding="lg" component="section">
      <Stack>
        <Title order={2} size="h4">{t`Versions`}</Title>
        <Text>{t`Every stream of a title is a version of it.`}</Text>
        <TextInput
          type="number"
          label={t`Most versions of one title`}
          maw="16rem"
          min={1}
          max={mostVersions}
          placeholder={String(max)}
          value={versions.max ?? ''}
          onChange={(event) => setMost(event.currentTarget.value)}
        />
        <Switch
          label={t`Look for versions when a title is opened`}
          description={t`Otherwise only when it is played: titles open faster, but have no versions to choose from.`}
          checked={resolveOnOpen}
          onChange={(event) => setVersions({ resolveOnOpen: event.currentTarget.checked })}
        />
        <Switch
          label={t`Begin with the release that was watched last`}
          description={t`The next episode of a series plays in the version most like the one before.`}
          checked={remember}
          onChange={(event) => setVersions({ remember: event.currentTarget.checked })}
        />
        <Switch
          label={t`Carry every stream through this service`}
          description={t`Otherwise players fetch streams from where they are. Everything that is watched then passes through this server.`}
          checked={Boolean(proxy ?? inherited?.proxy)}
          onChange={(event) => set({ proxy: event.currentTarget.checked })}
        />
      </Stack>
    </Card>
  )
})
