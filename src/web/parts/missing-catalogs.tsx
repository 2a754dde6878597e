import { useLingui } from '@lingui/react/macro'
import { Alert, List } from '@mantine/core'
import type { CatalogPreviewQuery } from '../documents.ts'
import { useProblemText } from './use-problem-text.ts'

type Props = { readonly failures: CatalogPreviewQuery['catalogPreview']['failures'] }

/** Sources that did not say which catalogs they have. */
export function MissingCatalogs({ failures }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  if (failures.length === 0) return null
  return (
    <Alert color="yellow" title={t`The catalogs of some sources are missing`}>
      <List size="sm">
        {failures.map(({ source, problem, failure }) => (
          <List.Item key={source.id}>
            {source.name}: {problemText(problem, failure)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
