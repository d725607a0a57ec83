// The extension starts the language server and hands it the settings; all else is the server's.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const NAMES = ["timeout", "arguments", "onSave", "warm"];
let client;

function settings() {
  const given = vscode.workspace.getConfiguration("dovetail");
  return Object.fromEntries(NAMES.map((name) => [name, given.get(name)]));
}

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("dovetail").get("command");
  client = new LanguageClient(
    "dovetail",
    "Dovetail",
    { command, args },
    { documentSelector: [{ scheme: "file", language: "c" }], initializationOptions: settings() }
  );
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`Dovetail: '${command}' does not start: ${error.message}`);
    client = undefined;
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running !== undefined) {
    await running.stop();
  }
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("dovetail.restart", restart),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("dovetail")) {
        await restart();
      }
    })
  );
  await start();
}

module.exports = { activate, deactivate: stop };
