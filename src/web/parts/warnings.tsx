import { useLingui } from '@lingui/react/macro'
import { Alert, Code, List } from '@mantine/core'
import { useWarningText } from './use-warning-text.ts'
import type { Warning } from './use-warning-text.ts'

export function Warnings({ warnings }: { warnings: readonly Warning[] | undefined }) {
  const { t } = useLingui()
  const textOf = useWarningText()
  if (!warnings || warnings.length === 0) return null
  return (
    <Alert color="yellow" title={t`Some parts do not work as written`}>
      <List size="sm" spacing={4}>
        {warnings.map((warning) => (
          <List.Item key={`${warning.path} ${warning.message}`}>
            {warning.path !== '' && <Code>{warning.path}</Code>} {textOf(warning)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
