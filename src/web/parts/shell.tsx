import { useLingui } from '@lingui/react/macro'
import { Alert, Burger, Button, Center, Group, Loader, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { connection } from '../data/connection.ts'
import { leaveEndedSession, session, signOut } from '../data/session.ts'
import { drafts } from '../data/drafts.ts'
import { useStore } from '../data/store.ts'
import { rootPath } from '../data/address.ts'
import { useInstance } from '../data/configuration.ts'
import { Choices } from './choices.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { loadDraftParts, SignInPage } from './lazy-parts.ts'
import { Leaving } from './leaving.tsx'
import { Navigation } from './navigation.tsx'
import { PartBoundary, ReloadNotice } from './part-boundary.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { usePathname } from './use-pathname.ts'
import { whenIdle } from './when-idle.ts'

/** Pages that need nobody to be signed in. */
const openPages = new Set(['/', '/start'])
const operatorPage = '/operator'

export function Shell() {
  const [opened, menu] = useDisclosure()
  const { t } = useLingui()
  const { state } = useStore(session)
  const isSignedIn = state === 'open'
  const signingOut = useMutation({ mutationFn: signOut })
  const main = useRef<HTMLElement>(null)
  useKeptFocus(main)
  useEffect(() => (isSignedIn ? whenIdle(() => void loadDraftParts()) : undefined), [isSignedIn])
  return (
    <div className={isSignedIn ? 'shell with-menu' : 'shell'}>
      <header>
        <Header isOpen={opened} toggle={menu.toggle} signOut={signingOut.mutate} />
      </header>
      {isSignedIn && (
        <div className={opened ? 'menu' : 'menu closed'}>
          <Navigation onNavigate={menu.close} />
        </div>
      )}
      <main ref={main}>
        <ConnectionNotice />
        {isSignedIn && signingOut.error && (
          <FailureNotice
            error={signingOut.error}
            title={t`You are still signed in`}
            retry={signingOut.mutate}
          />
        )}
        <Suspense fallback={<Waiting />}>
          <Content />
        </Suspense>
        <Leaving />
      </main>
    </div>
  )
}

type HeaderProps = {
  readonly isOpen: boolean
  readonly toggle: () => void
  readonly signOut: () => void
}

function Header({ isOpen, toggle, signOut: leave }: HeaderProps) {
  const { t } = useLingui()
  const isSignedIn = useStore(session).state === 'open'
  const name = useInstance()?.name
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group gap="xs" wrap="nowrap" miw={0}>
        {isSignedIn && (
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t`Menu`}
            aria-expanded={isOpen}
          />
        )}
        <img src={`${rootPath}/logo.svg`} alt="" width={32} height={32} />
        <Text
          fw={600}
          truncate
          component={Link}
          to="/"
          c="inherit"
          td="none"
          aria-label={name?.trim() ? undefined : t`Start page`}
        >
          {name ?? ' '}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Choices />
        {isSignedIn && <SignOut leave={leave} />}
      </Group>
    </Group>
  )
}

function SignOut({ leave }: { leave: () => void }) {
  const { t } = useLingui()
  const hasDraft = useStore(drafts) > 0
  if (!hasDraft) {
    return (
      <Button variant="default" size="xs" onClick={leave}>
        {t`Sign out`}
      </Button>
    )
  }
  return (
    <ConfirmButton
      label={t`Sign out`}
      question={t`Sign out without saving?`}
      consequence={t`What you changed on this page would be lost.`}
      act={leave}
    />
  )
}

/** A page stays, out of sight, while its user signs in again: what was typed into it is not lost. */
function Content() {
  const now = useStore(session)
  const path = usePathname()
  const { key, startsAnew } = useRouterState({ select: ({ location }) => location.state })
  useEffect(() => {
    if (startsAnew) leaveEndedSession()
  }, [key, startsAnew])
  const { state } = now
  if (state === 'unknown') return <Waiting />
  const isShown =
    state === 'open' || path === operatorPage || (state === 'none' && openPages.has(path))
  const isKept = isShown || state === 'ended'
  return (
    <>
      {!isShown && (
        <PartBoundary instead={<ReloadNotice />}>
          <Suspense fallback={<Waiting />}>
            <SignInPage />
          </Suspense>
        </PartBoundary>
      )}
      {isKept && (
        <div key={'uuid' in now ? now.uuid : ''} hidden={!isShown}>
          <Outlet />
        </div>
      )}
    </>
  )
}

function ConnectionNotice() {
  const { t } = useLingui()
  const state = useStore(connection)
  const text = t`Trying again; nothing that you see here is lost.`
  return (
    <div aria-live="polite" className="connection">
      {state === 'silent' && (
        <Alert color="orange" title={t`The service does not answer`}>
          {text}
        </Alert>
      )}
      {state === 'unable' && (
        <Alert color="orange" title={t`The service cannot serve right now`}>
          {t`It answers, but cannot use its database or its disk.`} {text}
        </Alert>
      )}
    </div>
  )
}

function Waiting() {
  const { t } = useLingui()
  return (
    <Center mih="50vh">
      <Loader aria-label={t`Loading`} />
    </Center>
  )
}
