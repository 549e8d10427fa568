// SPDX-License-Identifier: GPL-3.0-or-later
// The unmodified node-uci client plays a whole game, one engine process on each side. Both processes are sent every
// move, so that each judges the other's moves. Fails on any reply that is not UCI, any complaint of an engine, and
// anything on standard error. Usage: node play.js ENGINE
'use strict'

const assert = require('assert')
const path = require('path')
const { Engine } = require('node-uci')

const PLIES_MAX = 300
const NODES = 2000
const NO_MOVE = '(none)'

const UCI_REPLY = /^(id (name|author) .+|option name .+|uciok|readyok|info .+|bestmove \S+( ponder \S+)?)$/
const COMPLAINT = /^info string .*(error|illegal|invalid|unknown|cannot)/i
const COORDINATE_MOVE = /^([a-z][0-9]){2,}$/

// Watches everything that the engine prints, in addition to the client, and collects what it should not print.
function watch(engine, faults) {
  let rest = ''
  engine.proc.stdout.on('data', chunk => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines.map(text => text.trimEnd())) {
      if (!UCI_REPLY.test(line) || COMPLAINT.test(line)) faults.push(line)
    }
  })
  engine.proc.stderr.on('data', chunk => faults.push(`standard error: ${chunk}`))
}

async function start(file, faults) {
  const engine = new Engine(file)
  await engine.init()
  watch(engine, faults)
  assert(engine.id.name, 'the engine does not give its name')
  assert(engine.id.author, 'the engine does not give its author')
  assert(engine.options.size > 0, 'the client understands no option of the engine')
  await engine.ucinewgame()
  await engine.isready()
  return engine
}

async function play(file) {
  const faults = []
  const sides = [await start(file, faults), await start(file, faults)]
  const moves = []
  let best = null
  while (best !== NO_MOVE && moves.length < PLIES_MAX) {
    for (const side of sides) await side.position('startpos', moves)
    const result = await sides[moves.length % sides.length].go({ nodes: NODES })
    assert.deepStrictEqual(faults, [], `after ${moves.join(' ')}`)
    best = result.bestmove
    if (best !== NO_MOVE) {
      assert.match(best, COORDINATE_MOVE)
      assert(result.info.some(info => info.depth >= 1 && info.score && info.pv), 'no depth, score and pv')
      moves.push(best)
    }
  }
  assert(moves.length > 0, 'the starting position has moves')
  for (const side of sides) await side.quit()
  assert.deepStrictEqual(faults, [])
  return { plies: moves.length, over: best === NO_MOVE }
}

play(path.resolve(process.argv[2]))
  .then(({ plies, over }) => {
    console.log(`node-uci: a game of ${plies} plies, ${over ? 'played to its end' : 'stopped there'}`)
  })
  .catch(error => {
    console.error(`node-uci: FAILED, ${error instanceof Error ? error.message : `the engine ended (${error})`}`)
    process.exit(1)
  })
