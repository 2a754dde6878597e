import type { AppError } from '../core/errors.ts'

export const jsonType = 'application/json; charset=utf-8'

/** A success of `/api/v1`; `json` is its data as JSON text. */
export function successBody(detail: string | null, json: string): string {
  return `{"success":true,"detail":${JSON.stringify(detail)},"error":null,"data":${json}}`
}

/** A failure of `/api/v1`. */
export function failureBody({ code, message }: Pick<AppError, 'code' | 'message'>): string {
  return JSON.stringify({ success: false, detail: null, error: { code, message }, data: null })
}
