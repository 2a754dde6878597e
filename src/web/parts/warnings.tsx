import { useLingui } from '@lingui/react/macro'
import { Alert, Code, List } from '@mantine/core'

type Warning = { readonly path: string; readonly message: string }

export function Warnings({ warnings }: { warnings: readonly Warning[] | undefined }) {
  const { t } = useLingui()
  if (!warnings || warnings.length === 0) return null
  return (
    <Alert color="yellow" title={t`Some parts do not work as written`}>
      <List size="sm" spacing={4}>
        {warnings.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>
            {path !== '' && <Code>{path}</Code>} {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
