// SPDX-License-Identifier: GPL-3.0-or-later
//! The engine plays a game against itself: rustc play.rs $(pkg-config --libs bushka) -o play
use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_int, c_void};
use std::sync::Mutex;

#[repr(C)]
struct BushkaEngine([u8; 0]);
#[repr(C)]
struct BushkaGame([u8; 0]);
type LineFn = extern "C" fn(context: *mut c_void, line: *const c_char);

extern "C" {
    fn bushka_new(on_line: LineFn, context: *mut c_void) -> *mut BushkaEngine;
    fn bushka_command(engine: *mut BushkaEngine, line: *const c_char) -> c_int;
    fn bushka_wait(engine: *mut BushkaEngine, milliseconds: c_int) -> c_int;
    fn bushka_free(engine: *mut BushkaEngine) -> c_int;
    fn bushka_game_new(board: *const c_char) -> *mut BushkaGame;
    fn bushka_game_free(game: *mut BushkaGame);
    fn bushka_game_play(game: *mut BushkaGame, r#move: *const c_char) -> c_int;
    fn bushka_game_result(game: *const BushkaGame) -> *const c_char;
    fn bushka_game_error(game: *const BushkaGame) -> *const c_char;
}

/// Lines of the engine: keeps the move of "bestmove f2f5 ponder d7d6". The context is a Mutex<CString>.
extern "C" fn on_line(context: *mut c_void, line: *const c_char) {
    let (best, line) = unsafe { (&*(context as *const Mutex<CString>), CStr::from_ptr(line)) };
    let line = line.to_string_lossy();
    let mut words = line.split(' ');
    if let (Some("bestmove"), Some(word)) = (words.next(), words.next()) {
        *best.lock().unwrap() = CString::new(word).unwrap();
    }
}

fn main() {
    let best = Mutex::new(CString::default());
    let text = |text: *const c_char| unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_string();
    let line = |text: &str| CString::new(text).unwrap();
    unsafe {
        let engine = bushka_new(on_line, &best as *const _ as *mut c_void);
        let game = bushka_game_new(std::ptr::null());
        assert!(!engine.is_null() && !game.is_null());
        while text(bushka_game_result(game)) == "*" {
            bushka_command(engine, line("go nodes 1000").as_ptr());
            bushka_wait(engine, -1);
            let chosen = best.lock().unwrap().clone();
            assert_eq!(bushka_game_play(game, chosen.as_ptr()), 0, "{}", text(bushka_game_error(game)));
            print!("{} ", chosen.to_str().unwrap());
            bushka_command(engine, line(&format!("move {}", chosen.to_str().unwrap())).as_ptr());
        }
        println!("{}", text(bushka_game_result(game)));
        bushka_game_free(game);
        bushka_free(engine);
    }
}
