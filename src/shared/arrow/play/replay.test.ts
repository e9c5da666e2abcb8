import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentOf } from '../documents.fixture'
import { replay } from './replay'
import { readTrace } from './trace'

const TRACES = new URL('../fixtures/traces/', import.meta.url)
const traceOf = (name: string) => readTrace(readFileSync(new URL(name, TRACES), 'utf8'))

test.each(readdirSync(TRACES).filter((name) => name.endsWith('.jsonl')))('the recorded play %s is played again event for event', (name) => {
  const trace = traceOf(name)
  expect(replay(documentOf(trace.header.file ?? ''), trace)).toEqual({ events: trace.lines.length, actions: expect.any(Number) })
})
