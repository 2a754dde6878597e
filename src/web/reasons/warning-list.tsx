import { Code, List } from '@mantine/core'
import { useWarningText } from './use-warning-text.ts'
import type { Warning } from '../data/failure.ts'

export function WarningList({ warnings }: { warnings: readonly Warning[] }) {
  const textOf = useWarningText()
  return (
    <List size="sm" spacing={4}>
      {warnings.map((warning) => (
        <List.Item key={`${warning.path} ${warning.message}`}>
          {warning.path !== '' && <Code>{warning.path}</Code>} {textOf(warning)}
        </List.Item>
      ))}
    </List>
  )
}
