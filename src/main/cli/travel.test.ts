import { expect, it } from 'vitest'
import { Problem } from '../../shared/base/problem'
import { shared } from './answers.fixture'
import { command } from './program.fixture'

it("prints how far the server's branches are ahead and behind", async () => {
  expect(await command(['remote', '/w'])).toEqual({
    code: 0,
    asked: [['open', '/w'], ['remotes']],
    out: [
      [
        'origin https://git.example.org/well.git',
        '  main: the local branch is 2 beats ahead and 1 beat behind',
        '  side: only on the server',
        '  other: shares no beat with the local branch of that name',
        '  done: up to date'
      ].join('\n')
    ],
    err: []
  })
  expect(await command(['remote', '/w', 'origin', 'https://a.example/b'])).toMatchObject({
    asked: [
      ['open', '/w'],
      ['addRemote', { name: 'origin', url: 'https://a.example/b' }]
    ]
  })
  expect(await command(['remote', '/w'], { remotes: () => [] })).toMatchObject({
    out: ['This campaign has no git server. Add one: proscenium remote <dir> origin <url>']
  })
})

it('clones, fetches and pushes', async () => {
  expect(await command(['clone', 'https://a.example/b', '/w'])).toMatchObject({
    asked: [['clone', { url: 'https://a.example/b', dir: '/w' }]],
    out: ['Cloned “The Well” into /w.']
  })
  expect(await command(['fetch', '/w', '--json'])).toMatchObject({
    asked: [
      ['open', '/w'],
      ['fetchRemote', { name: 'origin' }]
    ],
    out: [JSON.stringify([shared])]
  })
  expect(await command(['push', '/w', 'backup', 'side'])).toMatchObject({
    asked: [
      ['open', '/w'],
      ['pushBranch', { remote: 'backup', branch: 'side' }]
    ]
  })
  const pushBranch = (): Promise<never> => Promise.reject(new Problem('conflict', 'The server has beats that this line has not; fetch first.'))
  expect(await command(['push', '/w'], { pushBranch })).toMatchObject({ code: 1, err: ['The server has beats that this line has not; fetch first.'] })
})
