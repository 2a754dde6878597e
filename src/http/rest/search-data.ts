import { z } from 'zod'
import type { FieldRow, FieldTable } from '../../model/field-table.ts'
import { parsedFileFields } from '../../model/parsed-file.ts'
import { resultFields } from '../../model/result-fields.ts'

const line = z.object({ title: z.string(), description: z.string() })

const singles: Readonly<Record<FieldRow['type'], z.ZodType>> = {
  String: z.string(),
  Int: z.int(),
  SafeInt: z.int(),
  Float: z.number(),
  Boolean: z.boolean(),
  Headers: z.record(z.string(), z.unknown()),
  SubtitleTrack: z.object({
    id: z.string().nullable(),
    url: z.string(),
    lang: z.string().nullable(),
  }),
  ParsedFile: z.lazy(() => described(parsedFileFields)),
}

function fieldSchema({ type, values, list, nullable, description }: FieldRow): z.ZodType {
  const single = values ? z.enum(values) : singles[type]
  const schema = list ? z.array(single) : nullable ? single.nullable() : single
  return description === undefined ? schema : schema.describe(description)
}

function described(table: FieldTable): z.ZodObject {
  const fields = Object.entries(table).map(([name, row]) => [name, fieldSchema(row)])
  return z.object(Object.fromEntries(fields) as Record<string, z.ZodType>)
}

const result = described(resultFields).partial({ name: true, description: true })

export const searchData = z.object({
  results: z.array(result),
  filtered: z.int().describe('results that requiredFields dropped'),
  statistics: z.array(line),
  errors: z.array(line).describe('a line for each source that failed'),
})

/** The answer with `format=stremio`: the addon protocol's stream objects. */
export const stremioStreams = z.object({
  streams: z.array(
    z.looseObject({
      name: z.string().optional(),
      description: z.string().optional(),
      behaviorHints: z.looseObject({}).optional(),
    }),
  ),
})
