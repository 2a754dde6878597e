import { Plural, useLingui } from '@lingui/react/macro'
import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { PreviewSourceQuery } from '../../documents.ts'
import { useProblemText } from '../../parts/use-problem-text.ts'
import { useResourceNames } from './resource-names.ts'
import { useTypeNames } from './type-names.ts'

type Preview = PreviewSourceQuery['sourcePreview']
type Props = {
  readonly preview: Preview
  readonly isAdding: boolean
  readonly add: (name: string | null) => void
}

/** A source's description of itself, shown before it is added. */
export function SourcePreview({ preview, isAdding, add }: Props) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { manifest, problem, failure, host } = preview
  return (
    <Stack gap="sm" aria-live="polite">
      {manifest ? (
        <Manifest manifest={manifest} host={host} />
      ) : (
        <Alert color="yellow" title={t`This source gives no manifest now`}>
          {problem !== null && problemText(problem, failure)}
        </Alert>
      )}
      {manifest?.configurationRequired && (
        <Alert color="yellow">
          {t`This source wants to be set up first, on its own page; paste the address that it gives then.`}
        </Alert>
      )}
      <Group>
        <Button loading={isAdding} onClick={() => add(manifest?.name ?? null)}>
          {manifest ? t`Add it` : t`Add it all the same`}
        </Button>
      </Group>
    </Stack>
  )
}

function Manifest({
  manifest,
  host,
}: {
  manifest: NonNullable<Preview['manifest']>
  host: string
}) {
  const { t } = useLingui()
  const nameOf = useResourceNames()
  const typeName = useTypeNames()
  const { name, version, description, types, resources, catalogs, adult } = manifest
  return (
    <Stack gap={6}>
      <Title order={3} size="h5">
        {name}{' '}
        <Text span c="dimmed" size="sm" fw={400}>
          {[version, host].filter(Boolean).join(' · ')}
        </Text>
      </Title>
      {description && <Text size="sm">{description}</Text>}
      <Group gap={6}>
        {[...new Set(resources.map((one) => one.name))].map((resource) => (
          <Badge key={resource} variant="light" tt="none">
            {nameOf(resource)}
          </Badge>
        ))}
        {types.map((type) => (
          <Badge key={type} variant="outline" tt="none">
            {typeName(type)}
          </Badge>
        ))}
        {adult && <Badge color="red">{t`For adults`}</Badge>}
      </Group>
      {catalogs.length > 0 && (
        <Text size="sm" c="dimmed">
          <Plural value={catalogs.length} one="# catalog" other="# catalogs" />
        </Text>
      )}
    </Stack>
  )
}
