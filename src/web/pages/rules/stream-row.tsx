import { useLingui } from '@lingui/react/macro'
import { Badge, Card, Code, Group, Text } from '@mantine/core'
import type { PreviewRulesQuery } from '../../documents.ts'
import type { Rules } from './rules.ts'
import { useNames } from '../../parts/use-names.ts'
import { useReasons } from './use-reasons.ts'

type Explained = NonNullable<PreviewRulesQuery['previewRules']['explanation']>['streams'][number]
type Props = { readonly explained: Explained; readonly rules: Rules }

export function StreamRow({ explained, rules }: Props) {
  const { place, result, lead, drop } = explained
  const { t } = useLingui()
  const { valueOf } = useNames()
  const { reasonOf, leadOf } = useReasons(rules)
  const stepNames = {
    FILTER: t`Filters`,
    DEDUPE: t`Duplicates`,
    LIMIT: t`Limits`,
    REQUIRED_FIELDS: t`Required fields`,
    MAX_RESULTS: t`Limit of results`,
  }
  const path = drop ? drop.path : lead?.path
  return (
    <Card component="li" withBorder padding="xs">
      <Group gap="xs" wrap="nowrap" align="start">
        <Badge variant={place === null ? 'default' : 'light'} miw="2.4rem" tt="none">
          {place ?? '–'}
        </Badge>
        <div>
          <Text size="sm" fw={500}>
            {result.filename ?? result.folderName ?? result.name ?? result.addon}
          </Text>
          <Text size="xs" c="dimmed">
            {result.addon}
            {result.size !== null && ` · ${valueOf('size', String(result.size))}`}
          </Text>
          {(drop ?? lead) && (
            <Text size="xs" mt={2}>
              {drop && <b>{stepNames[drop.step]}: </b>}
              {drop ? reasonOf(drop) : lead && leadOf(lead)} {path && <Code>{path}</Code>}
            </Text>
          )}
        </div>
      </Group>
    </Card>
  )
}
