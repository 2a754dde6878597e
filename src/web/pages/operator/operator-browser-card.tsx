import { useLingui } from '@lingui/react/macro'
import { Badge, Button, Group, Text } from '@mantine/core'
import type { Instance } from '../../data/operator.ts'
import { useOperatorMutation } from '../../data/operator.ts'
import { RevokeOperatorSessionDocument } from '../../documents.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useBrowserName } from '../../parts/use-browser-name.ts'
import { Tile } from './figures.tsx'
import { useForms } from './use-forms.ts'

/** Browsers that are signed in as the operator; each but this one can be signed out. */
export function OperatorBrowserCard({ sessions }: { sessions: Instance['sessions'] }) {
  const { t } = useLingui()
  const { time } = useForms()
  const nameOf = useBrowserName()
  const { mutate, error } = useOperatorMutation(RevokeOperatorSessionDocument)
  return (
    <Tile
      title={t`Signed in as operator`}
      hint={t`Ends one hour after the page was last open, after twelve hours at the latest; a new password ends all.`}
    >
      {error && <FailureNotice error={error} />}
      {sessions.map(({ id, name: said, current, lastSeenAt }) => {
        const name = nameOf(said)
        return (
          <Group key={id} justify="space-between">
            <div>
              <Text fw={500}>
                {name} {current && <Badge ml={4}>{t`this one`}</Badge>}
              </Text>
              <Text size="sm" c="dimmed">
                {time(lastSeenAt)}
              </Text>
            </div>
            {!current && (
              <Button
                variant="default"
                size="xs"
                aria-label={t`Sign out ${name}`}
                onClick={() => mutate({ id })}
              >
                {t`Sign out`}
              </Button>
            )}
          </Group>
        )
      })}
    </Tile>
  )
}
