import type { FieldRow, FieldTable } from '../../model/field-table.ts'
import type { builder } from '../builder.ts'

type ObjectFields<Parent extends object> = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<Parent>>['implement']>[0]['fields']>
>[0]
type FieldMap<Parent extends object> = ReturnType<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<Parent>>['implement']>[0]['fields']>
>

/** A field for each row of the table; `types` for rows that are objects or have another name in GraphQL. */
export function exposedFields<Parent extends object>(
  t: ObjectFields<Parent>,
  table: FieldTable,
  types: Readonly<Partial<Record<FieldRow['type'], unknown>>>,
): FieldMap<Parent> {
  const fields = Object.entries(table).map(([name, row]) => {
    const type = types[row.type] ?? row.type
    const options = {
      type: row.list ? [type] : type,
      nullable: row.nullable === true,
      ...(row.description === undefined ? {} : { description: row.description }),
    }
    // The table's own types are checked; the builder's cannot follow a loop.
    return [name, t.expose(name as never, options as never)] as const
  })
  return Object.fromEntries(fields)
}
