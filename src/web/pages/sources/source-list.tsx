import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useLingui } from '@lingui/react/macro'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { Stack } from '@mantine/core'
import type { SourceEntry } from '../../data/configuration.ts'
import { SourceCard } from './source-card.tsx'
import { useSourceHealth } from './source-health.ts'
import { sourceTitle } from './source-title.ts'

type Props = {
  readonly sources: readonly SourceEntry[]
  readonly change: (sources: readonly SourceEntry[]) => void
}

/** Ordered by dragging, by the arrow keys on a grip, or by buttons. */
export function SourceList({ sources, change }: Props) {
  const { t } = useLingui()
  const health = useSourceHealth()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const keys = keysOf(sources)
  const move = (from: number, to: number) => change(arrayMove([...sources], from, to))
  const nameAt = (key: string | number) => sourceTitle(sources[keys.indexOf(String(key))]!)
  const announcements = {
    onDragStart: ({ active }: { active: { id: string | number } }) =>
      t`Picked up ${nameAt(active.id)}`,
    onDragOver: () => '',
    onDragEnd: ({ active }: { active: { id: string | number } }) =>
      t`Put down ${nameAt(active.id)}`,
    onDragCancel: () => t`Left where it was`,
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: t`Press the space bar to pick it up, the arrow keys to move it, and the space bar to put it down.`,
        },
      }}
      onDragEnd={({ active, over }) => {
        if (over) move(keys.indexOf(String(active.id)), keys.indexOf(String(over.id)))
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <Stack gap="sm" component="ol" m={0} p={0}>
          {sources.map((source, index) => (
            <SourceCard
              key={keys[index]}
              id={keys[index]!}
              source={source}
              health={health.get(source.id ?? `#${index + 1}`)}
              change={(next) => change(sources.with(index, next))}
              remove={() => change(sources.toSpliced(index, 1))}
              moveUp={index > 0 ? () => move(index, index - 1) : null}
              moveDown={index < sources.length - 1 ? () => move(index, index + 1) : null}
            />
          ))}
        </Stack>
      </SortableContext>
    </DndContext>
  )
}

/** The same for an entry wherever it stands; equal ones are numbered. */
function keysOf(sources: readonly SourceEntry[]): string[] {
  const seen = new Map<string, number>()
  return sources.map(({ id, url }) => {
    const name = id ?? url
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return `${name} ${count}`
  })
}
