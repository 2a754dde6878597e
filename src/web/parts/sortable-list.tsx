import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Card, Group, Stack, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'

type Entry = {
  /** Unique, and independent of the position. */
  readonly key: string
  readonly title: string
}

type Props<T extends Entry> = {
  readonly entries: readonly T[]
  readonly change: (entries: readonly T[]) => void
  readonly render: (entry: T, order: ReactNode) => ReactNode
}

/** Ordered by dragging, by the arrow keys on a grip, or by buttons. `render` puts the grip and buttons where they fit. */
export function SortableList<T extends Entry>({ entries, change, render }: Props<T>) {
  const { t } = useLingui()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const keys = entries.map(({ key }) => key)
  const [heard, setHeard] = useState('')
  const count = entries.length
  const nameAt = (key: string | number) => entries[keys.indexOf(String(key))]?.title ?? ''
  const placeOf = (title: string, index: number) =>
    t`${title} is now at place ${index + 1} of ${count}.`
  const move = (from: number, to: number) => {
    if (from !== to) change(arrayMove([...entries], from, to))
  }
  const moveOn = (from: number, to: number) => () => {
    move(from, to)
    setHeard(placeOf(entries[from]!.title, to))
  }
  type Id = { readonly id: string | number }
  type Moved = { readonly active: Id; readonly over: Id | null }
  const placeHeard = ({ active, over }: Moved) =>
    over ? placeOf(nameAt(active.id), keys.indexOf(String(over.id))) : undefined
  const announcements = {
    onDragStart: ({ active }: Pick<Moved, 'active'>) => t`Picked up ${nameAt(active.id)}`,
    onDragOver: placeHeard,
    onDragEnd: placeHeard,
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
          {entries.map((entry, index) => (
            <SortableCard key={entry.key} id={entry.key}>
              {render(
                entry,
                <Order
                  id={entry.key}
                  title={entry.title}
                  moveUp={index > 0 ? moveOn(index, index - 1) : null}
                  moveDown={index < count - 1 ? moveOn(index, index + 1) : null}
                />,
              )}
            </SortableCard>
          ))}
        </Stack>
      </SortableContext>
      <VisuallyHidden role="status">{heard}</VisuallyHidden>
    </DndContext>
  )
}

function SortableCard({ id, children }: { id: string; children: ReactNode }) {
  const { setNodeRef, transform, transition, isDragging } = useSortable({ id })
  const y = transform ? Math.round(transform.y) : 0
  return (
    <Card
      withBorder
      padding="sm"
      component="li"
      ref={setNodeRef}
      style={{
        transform: transform ? `translateY(${y}px)` : undefined,
        transition,
        zIndex: isDragging ? 1 : undefined,
        listStyle: 'none',
        overflow: 'visible',
      }}
    >
      {children}
    </Card>
  )
}

type OrderProps = {
  readonly id: string
  readonly title: string
  readonly moveUp: (() => void) | null
  readonly moveDown: (() => void) | null
}

function Order({ id, title, moveUp, moveDown }: OrderProps) {
  const { t } = useLingui()
  const { attributes, listeners, setActivatorNodeRef } = useSortable({ id })
  const buttons = [
    { sign: '↑', label: t`Move ${title} up`, act: moveUp },
    { sign: '↓', label: t`Move ${title} down`, act: moveDown },
  ]
  return (
    <Group className="order" gap={4} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        className="grip"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t`Drag ${title}`}
      >
        <span aria-hidden="true">⠿</span>
      </ActionIcon>
      {buttons.map(({ sign, label, act }) => (
        <ActionIcon
          key={sign}
          variant="subtle"
          color="gray"
          aria-label={label}
          // Not disabled: the focus would be lost at either end of the list.
          aria-disabled={act === null}
          data-disabled={act === null || undefined}
          onClick={() => act?.()}
        >
          <span aria-hidden="true">{sign}</span>
        </ActionIcon>
      ))}
    </Group>
  )
}
