import type { z } from 'zod'

/** What is wrong with a message, in one sentence. */
export function faultWords(type: string, { issues }: z.ZodError): string {
  const [issue] = issues
  const where = issue?.path.map(String).join('.') ?? ''
  const missing = issue?.code === 'invalid_type' && issue.message.endsWith('received undefined')
  return missing ? `The ${type} lacks “${where}”. Add it.` : `“${where}” of the ${type} isn’t what it must be: ${issue?.message ?? ''}.`
}
