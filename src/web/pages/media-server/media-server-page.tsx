import { useLingui } from '@lingui/react/macro'
import { Alert, Stack, Switch, Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useMemo } from 'react'
import {
  mediaServerOf,
  useInheritedMediaServer,
  useMediaServerIsOn,
  withMediaServer,
  withoutEmpty,
} from '../../data/household.ts'
import type { MediaServer } from '../../data/household.ts'
import type { Configuration } from '../../data/configuration.ts'
import { partOf, withPart } from '../../data/configuration-part.ts'
import type { Part } from '../../data/configuration-part.ts'
import { useDraft } from '../../data/draft.ts'
import { OneByOne } from '../../parts/once-idle.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ParentNotice } from '../../parts/parent-notice.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { AddressCard } from './address-card.tsx'
import { DeviceCard } from './device-card.tsx'
import { KeyCard } from './key-card.tsx'
import { LibraryCard } from './library-card.tsx'
import { QuickConnectCard } from './quick-connect-card.tsx'
import { TrackerCard } from './tracker-card.tsx'
import { UserCard } from './user-card.tsx'
import { VersionCard } from './version-card.tsx'

type Draft = Part & { readonly mediaServer: MediaServer }

const trackerKeys = ['trackers']

function draftOf(configuration: Configuration): Draft {
  return { ...partOf(configuration, trackerKeys), mediaServer: mediaServerOf(configuration) }
}

function withDraft(configuration: Configuration, { mediaServer, ...trackers }: Draft) {
  return withMediaServer(withPart(configuration, trackerKeys, trackers), mediaServer)
}

function useTrackerDraft({ trackers }: Part, { trackers: saved }: Part, act: (part: Part) => void) {
  const change = useCallbackRef(act)
  return useMemo(
    () => ({
      part: partOf({ trackers }, trackerKeys),
      saved: partOf({ trackers: saved }, trackerKeys),
      change,
    }),
    [trackers, saved, change],
  )
}

export function MediaServerPage() {
  const { t } = useLingui()
  const inherited = useInheritedMediaServer()
  const { part, saved, change: changeDraft, bar } = useDraft(draftOf, withDraft)
  const { mediaServer } = part
  const set = useCallbackRef((next: Partial<MediaServer>) =>
    changeDraft({ ...part, mediaServer: withoutEmpty({ ...mediaServer, ...next }) }),
  )
  const trackers = useTrackerDraft(part, saved, (next) => changeDraft({ ...next, mediaServer }))
  const isOn = mediaServer.enabled ?? inherited?.enabled ?? true
  const isServed = useMediaServerIsOn()
  return (
    <Stack className="page" gap="lg">
      <PageTitle title={t`Media server`}>
        {t`Who watches with apps for Jellyfin, on what, and what they see.`}
      </PageTitle>
      <ParentNotice />
      <Switch
        label={t`Apps for media servers can sign in`}
        checked={isOn}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
      {!isOn && (
        <Alert color="yellow">{t`Nobody can sign in with an app. What was watched stays.`}</Alert>
      )}
      <Stack gap="lg" display={isOn ? undefined : 'none'}>
        {isServed && <QuickConnectCard />}
        <UserCard
          owner={mediaServer.owner}
          users={mediaServer.users}
          timeZone={mediaServer.timeZone}
          saved={saved.mediaServer}
          inherited={inherited}
          set={set}
        />
        {isServed && (
          <OneByOne>
            <LibraryCard libraries={mediaServer.libraries} inherited={inherited} set={set} />
            <VersionCard
              versions={mediaServer.versions}
              proxy={mediaServer.proxy}
              inherited={inherited}
              set={set}
            />
            <AddressCard />
            <DeviceCard />
            <KeyCard />
            <TrackerCard draft={trackers} />
          </OneByOne>
        )}
        {isServed === false && <Text c="dimmed">{t`The rest is here once this is saved.`}</Text>}
      </Stack>
      <SaveBar {...bar} />
    </Stack>
  )
}
