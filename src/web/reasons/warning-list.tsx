import { Code, List, Text } from '@mantine/core'
import { useWarningText } from './use-warning-text.ts'
import type { Warning } from '../data/failure.ts'

type Props = {
  readonly warnings: readonly Warning[]
  readonly nameOf?: ((path: string) => string | null) | undefined
}

export function WarningList({ warnings, nameOf }: Props) {
  const textOf = useWarningText()
  return (
    <List size="sm" spacing={4}>
      {warnings.map((warning) => (
        <List.Item key={`${warning.path} ${warning.message}`}>
          {nameOf?.(warning.path) && (
            <Text span inherit fw={600}>
              {nameOf(warning.path)}{' '}
            </Text>
          )}
          {warning.path !== '' && <Code>{warning.path}</Code>} {textOf(warning)}
        </List.Item>
      ))}
    </List>
  )
}
