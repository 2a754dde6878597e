import { Plural, useLingui } from '@lingui/react/macro'
import { Badge, Checkbox, Collapse, Group, Skeleton, Switch, Text } from '@mantine/core'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { DetailsButton } from '../../parts/details-button.tsx'
import { lazyPart } from '../../parts/lazy-part.ts'
import type { KeySet } from '../../parts/use-key-set.ts'
import { useTypeNames } from '../sources/type-names.ts'
import { CatalogSample } from './catalog-sample.tsx'
import type { RowProps } from './row-props.ts'
import { isHidden, isHiddenByName, ruleOf, withHidden } from './settings.ts'

const CatalogDetails = lazyPart(async () => (await import('./catalog-details.tsx')).CatalogDetails)

type Props = RowProps & {
  /** What moves it in the list. */
  readonly order: ReactNode
  readonly chosen: KeySet
  readonly unfolded: KeySet
}

export function CatalogRow({ order, chosen, unfolded, ...props }: Props) {
  const { t } = useLingui()
  const { row, title, rows, catalogs } = props
  const isOpen = unfolded.has(row.ref)
  const { settings, change, isWhole } = catalogs
  const hidden = isHidden(row, settings)
  const isFixed = !isWhole && isHiddenByName(row, settings)
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap" flex="1 1 14rem" miw={0}>
          <Checkbox
            aria-label={t`Choose ${title}`}
            checked={chosen.has(row.ref)}
            onChange={() => chosen.toggle(row.ref)}
          />
          {order}
          <div>
            <Text fw={600} c={hidden ? 'dimmed' : undefined}>
              {title}
            </Text>
            <Origin {...props} />
          </div>
        </Group>
        <Group gap="sm">
          <Switch
            aria-label={t`${title} is shown`}
            checked={!hidden}
            disabled={isFixed}
            description={
              isFixed && t`A name hides it: it can be shown once all sources have answered.`
            }
            onChange={(event) =>
              change(withHidden(row, !event.currentTarget.checked, rows, settings))
            }
          />
          <DetailsButton name={title} isOpen={isOpen} toggle={() => unfolded.toggle(row.ref)} />
        </Group>
      </Group>
      {!hidden && <CatalogSample row={row} settings={settings} />}
      <Collapse expanded={isOpen}>
        {isOpen && (
          <Suspense fallback={<Skeleton h="16rem" mt="md" />}>
            <CatalogDetails {...props} />
          </Suspense>
        )}
      </Collapse>
    </>
  )
}

function Origin({ row, title, catalogs: { settings } }: RowProps) {
  const { t } = useLingui()
  const typeName = useTypeNames()
  const { sourceCatalogs, type, plainName, isMerged } = row
  const { genres = [], shuffle, limit } = ruleOf(row, settings)
  const sources = [...new Set(sourceCatalogs.map(({ source }) => source.name))].join(', ')
  const isRenamed = !isMerged && title !== plainName
  return (
    <>
      <Text size="sm" c="dimmed">
        {[typeName(type), sources, isRenamed ? t`named ${plainName} there` : null]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Group gap={4}>
        {isMerged && (
          <Badge variant="light" tt="none">
            <Plural
              value={sourceCatalogs.length}
              one="# catalog merged"
              other="# catalogs merged"
            />
          </Badge>
        )}
        {genres.length > 0 && (
          <Badge variant="light" tt="none">
            <Plural value={genres.length} one="# genre apart" other="# genres apart" />
          </Badge>
        )}
        {shuffle && <Badge variant="light" tt="none">{t`shuffled`}</Badge>}
        {limit !== undefined && limit < 10_000 && (
          <Badge variant="light" tt="none">{t`at most ${limit}`}</Badge>
        )}
      </Group>
    </>
  )
}
