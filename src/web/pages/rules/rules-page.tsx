import { useLingui } from '@lingui/react/macro'
import { Accordion, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../parts/lazy-part.ts'
import { PageTitle } from '../../parts/page-title.tsx'
import { ParentNotice } from '../../parts/parent-notice.tsx'
import { FilterSection } from './filter-section.tsx'
import { merged } from './inherited.ts'
import { JumpBar, ruleParts } from './jump-bar.tsx'
import { type PresetName, presets } from './presets.ts'
import { ResultPanel } from './result-panel.tsx'
import { SaveBar } from './save-bar.tsx'
import { type Draft, useRulesDraft } from './use-draft.ts'
import { usePreview } from './use-preview.ts'

const loadOthers = () => import('./other-sections.tsx')
const OrderSection = lazyPart(async () => (await import('./order-section.tsx')).OrderSection)
const DedupeSection = lazyPart(async () => (await loadOthers()).DedupeSection)
const LimitSection = lazyPart(async () => (await loadOthers()).LimitSection)
const FormatSection = lazyPart(async () => (await loadOthers()).FormatSection)

/** Which streams are kept, in which order and how they are written; beside it what that does. */
export function RulesPage() {
  const { t } = useLingui()
  const draft = useRulesDraft()
  const preview = usePreview(draft.own)
  const best = preview.data?.explanation?.streams.find(({ place }) => place === 1)
  return (
    <Stack className="wide" gap="lg">
      <PageTitle title={t`Rules`}>
        {t`Which streams players get, and in which order. Try them on a sample or on your own sources before you save them.`}
      </PageTitle>
      <ParentNotice />
      {Object.keys(draft.inherited).length > 0 && (
        <Text size="sm">{t`Some of this comes from the parent configuration. A list that you change here replaces the parent's.`}</Text>
      )}
      <SaveBar draft={draft} canSave={(preview.data?.problems.length ?? 0) === 0} />
      <JumpBar />
      <div className="rules">
        <Stack gap="md" id={ruleParts.rules} tabIndex={-1}>
          <Presets draft={draft} />
          <Sections draft={draft} example={best?.result ?? null} />
        </Stack>
        <ResultPanel
          preview={preview}
          rules={merged(draft.inherited, preview.data?.rules ?? draft.own)}
        />
      </div>
    </Stack>
  )
}

type SectionsProps = {
  readonly draft: Draft
  readonly example: { readonly name: string | null; readonly description: string | null } | null
}

function Sections({ draft, example }: SectionsProps) {
  const { t } = useLingui()
  const sections = [
    { value: 'filters', name: t`Filters`, fields: <FilterSection draft={draft} /> },
    { value: 'order', name: t`Order`, fields: <OrderSection draft={draft} /> },
    { value: 'dedupe', name: t`Duplicates`, fields: <DedupeSection draft={draft} /> },
    { value: 'limits', name: t`Limits`, fields: <LimitSection draft={draft} /> },
    {
      value: 'format',
      name: t`How it is written`,
      fields: <FormatSection draft={draft} example={example} />,
    },
  ]
  return (
    <Accordion
      variant="separated"
      multiple
      defaultValue={['filters']}
      order={2}
      keepMounted={false}
    >
      {sections.map(({ value, name, fields }) => (
        <Accordion.Item key={value} value={value}>
          <Accordion.Control>
            <Text fw={600}>{name}</Text>
          </Accordion.Control>
          <Accordion.Panel>
            <Suspense fallback={<Skeleton h="12rem" />}>{fields}</Suspense>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function Presets({ draft }: { draft: Draft }) {
  const { t } = useLingui()
  const names: Record<PresetName, string> = {
    home4k: t`4K at home`,
    small: t`Small files`,
    anime: t`Anime`,
    children: t`Children`,
  }
  return (
    <Card withBorder padding="sm">
      <Title order={2} size="h5">{t`To begin with`}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t`Replaces filters, order and limits of the draft; undo brings them back.`}
      </Text>
      <Group gap="xs">
        {(Object.keys(presets) as PresetName[]).map((name) => (
          <Button
            key={name}
            size="xs"
            variant="light"
            onClick={() => draft.replace({ ...draft.own, ...presets[name] })}
          >
            {names[name]}
          </Button>
        ))}
      </Group>
    </Card>
  )
}
