import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import type { Configuration } from '../../data/configuration.ts'
import { differences } from '../../data/differences.ts'

export type ComparisonProps = {
  readonly before: Configuration
  readonly after: Configuration
  readonly isSaving: boolean
  readonly isReady?: boolean
  readonly save: () => void
  readonly action?: string
}

export function ComparisonTable(props: ComparisonProps) {
  const { before, after, isSaving, isReady = true, save, action } = props
  const { t } = useLingui()
  const found = differences(before, after)
  if (found.length === 0) return <Text>{t`This is what is saved already.`}</Text>
  return (
    <Stack>
      <Text>
        <Plural value={found.length} one="# difference:" other="# differences:" />
      </Text>
      <div
        className="scrolled"
        style={{ maxHeight: '24rem' }}
        tabIndex={0}
        role="region"
        aria-label={t`What would change`}
      >
        <table className="table">
          <thead>
            <tr>
              <th>{t`Where`}</th>
              <th>{t`Before`}</th>
              <th>{t`After`}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((one) => (
              <tr key={one.path}>
                <td>
                  <Code>{one.path}</Code>
                </td>
                <td>{one.before ?? '–'}</td>
                <td>{one.after ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Group>
        <Button loading={isSaving} disabled={!isReady} onClick={save}>
          {action ?? t`Replace the configuration`}
        </Button>
      </Group>
    </Stack>
  )
}
