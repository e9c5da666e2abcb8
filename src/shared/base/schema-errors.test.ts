import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { splitMisfits, misfitProblem, misfits } from './schema-errors'

const Room = z.strictObject({
  name: z.string().min(1),
  exits: z.record(z.string(), z.object({ to: z.string(), minutes: z.number().int().min(1) })),
  tags: z.array(z.string()).max(2).default([]),
  light: z.enum(['dark', 'dim', 'bright']).optional(),
  worth: z.union([z.number(), z.boolean()]).optional(),
  row: z.union([z.string(), z.object({ text: z.string() })]).optional(),
  seat: z.object({}, 'a seat is offline or anthropic').optional(),
  any: z.record(z.string(), z.json()).optional()
})
const said = (value: unknown, schema: z.ZodType = Room): string[] => {
  const { error } = schema.safeParse(value)
  return error ? misfits(error).map(({ sentence }) => sentence) : []
}

describe('schema errors in plain words', () => {
  const room = { name: 'Hall', exits: {} }
  it.each<[string, unknown, string[]]>([
    ['nothing that is wrong', room, []],
    ['a number for a map of any JSON', { ...room, any: 5 }, ['`any` must be a map of entries, but it is 5']],
    ['what is missing', { name: 'Hall' }, ['`exits` must be a map of maps with `to`, `minutes`, but it is missing']],
    ['a list for a map', { ...room, exits: [] }, ['`exits` must be a map of maps with `to`, `minutes`, but it is a list']],
    [
      'a key that nobody knows',
      { ...room, exit: 1 },
      ["the file can't have `exit`; it can have `name`, `exits`, `tags`, `light`, `worth`, `row`, `seat`, `any`"]
    ],
    ['no map at all', 'room', ['the file must be a map with `name`, `exits`, but it is "room"']],
    ['an empty name', { ...room, name: '' }, ['`name` must not be empty']],
    ['a part of a number', { ...room, exits: { up: { to: 'x', minutes: 1.5 } } }, ['`exits.up.minutes` must be a whole number, but it is 1.5']],
    ['too little', { ...room, exits: { up: { to: 'x', minutes: 0 } } }, ['`exits.up.minutes` must be at least 1, but it is 0']],
    ['too much', { ...room, tags: ['a', 'b', 'c'] }, ['`tags` must have at most 2 entries']],
    ['a choice that there is not', { ...room, light: 'noon' }, ['`light` must be one of dark, dim, bright, but it is "noon"']],
    ['none of two kinds', { ...room, worth: 'much' }, ['`worth` must be a number or true or false']],
    ['the kind that was meant', { ...room, row: {} }, ['`row.text` must be text, but it is missing']],
    ['words that the schema has itself', { ...room, seat: 7 }, ['`seat`: a seat is offline or anthropic']],
    [
      'everything at once',
      { exits: { up: {} } },
      [
        '`name` must be text, but it is missing',
        '`exits.up.to` must be text, but it is missing',
        '`exits.up.minutes` must be a whole number, but it is missing'
      ]
    ]
  ])('%s', (_what, value, sentences) => expect(said(value)).toEqual(sentences))

  it('the last of very many mismatches counts the others', () => {
    const all = said(
      Array.from({ length: 500 }, () => 7),
      z.array(z.string())
    )
    expect([all.length, all[0], all.at(-1)]).toEqual([20, '`0` must be text, but it is 7', 'there are 481 more of these'])
  })
})

it('a problem of a file names every misfit with its line, and comes apart into one for each', () => {
  const { error } = Room.safeParse({ name: 3 })
  const problem = misfitProblem('a.yaml', error!, (path) => (path[0] === 'name' ? 4 : 1))
  expect(problem.message).toBe(
    'a.yaml line 4: `name` must be text, but it is 3; line 1: `exits` must be a map of maps with `to`, `minutes`, but it is missing. Correct them.'
  )
  expect(splitMisfits(problem.toJSON()).map(({ message, data }) => [data?.['line'], data?.['path'], message])).toEqual([
    [4, 'name', '`name` must be text, but it is 3.'],
    [1, 'exits', '`exits` must be a map of maps with `to`, `minutes`, but it is missing.']
  ])
  const one = misfitProblem('a.yaml', Room.safeParse({ name: 3, exits: {} }).error!, () => 4)
  expect([one.message, one.data, splitMisfits(one.toJSON()).length]).toEqual([
    'a.yaml line 4: `name` must be text, but it is 3. Correct it.',
    { file: 'a.yaml', path: 'name', line: 4 },
    1
  ])
})

it('only this file reads schema errors, so that no user sees the validator’s own words', () => {
  const root = join(import.meta.dirname, '../..')
  const readers = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !/\.(test|fixture)\.ts/.test(path) &&
      /\.issues\b|\bissues\[|prettifyError|\berror\.format\(/.test(readFileSync(join(root, path), 'utf8'))
  )
  // A model's mistakes in a tool's input are described by the tool's own schema.
  expect(readers.map((path) => path.replaceAll('\\', '/')).toSorted()).toEqual(['main/agents/context/use-of.ts', 'shared/base/schema-errors.ts'])
})
