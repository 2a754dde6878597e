import { useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, Code, Group, List, Stack, Text } from '@mantine/core'
import { FailureNotice } from './failure-notice.tsx'

type Conflict = {
  readonly paths: readonly string[]
  readonly keepMine: () => void
  readonly takeTheirs: () => void
}

type Props = {
  readonly hasChanged: boolean
  readonly isSaving: boolean
  readonly isSaved: boolean
  readonly error: unknown
  /** Someone else saved the same in the meantime. */
  readonly conflict: Conflict | null
  readonly save: () => void
  readonly undo: () => void
}

/** Below what was changed until it is saved. */
export function SaveBar(props: Props) {
  const { t } = useLingui()
  return (
    <>
      <Text role="status" tabIndex={-1} size="sm" c="dimmed" mih="1.5em">
        {props.isSaved && t`Saved.`}
      </Text>
      {props.hasChanged && <Unsaved {...props} />}
    </>
  )
}

function Unsaved({ isSaving, error, conflict, save, undo }: Props) {
  const { t } = useLingui()
  return (
    <Card withBorder pos="sticky" bottom={8} padding="sm" shadow="md" style={{ zIndex: 2 }}>
      <Stack gap="sm">
        {conflict && <ConflictNotice {...conflict} />}
        {!conflict && error != null && <FailureNotice error={error} />}
        <Group justify="space-between">
          <Text size="sm">{t`There are changes that are not saved.`}</Text>
          <Group gap="xs">
            <Button variant="default" disabled={isSaving} onClick={undo}>
              {t`Undo`}
            </Button>
            {!conflict && (
              <Button loading={isSaving} onClick={save}>
                {t`Save`}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </Card>
  )
}

const mostPaths = 10

export function ConflictNotice({ paths, keepMine, takeTheirs }: Conflict) {
  const { t } = useLingui()
  return (
    <Alert
      color="yellow"
      role="alert"
      title={t`The configuration was changed elsewhere meanwhile.`}
    >
      <Stack gap="sm" align="start">
        <Text size="sm">{t`Somebody else has saved this part as well. They changed:`}</Text>
        <List size="sm">
          {paths.slice(0, mostPaths).map((path) => (
            <List.Item key={path}>
              <Code>{path}</Code>
            </List.Item>
          ))}
          {paths.length > mostPaths && <List.Item>…</List.Item>}
        </List>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={keepMine}>
            {t`Save mine instead`}
          </Button>
          <Button size="xs" variant="default" onClick={takeTheirs}>
            {t`Take theirs`}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
