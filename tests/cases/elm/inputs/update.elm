port module Cart exposing (Line, Msg(..), total, update)

{-| Carts and their lines.

@docs Line, Msg, total, update

-}

import Dict exposing (Dict)
import Html exposing (Html, li, text)
import Html.Attributes as A


{-| A line of a cart.
-}
type alias Line =
    { name : String
    , count : Int
    }


type alias Model =
    { lines : List Line, prices : Dict String Float }


type Msg
    = Add Line
    | Remove String
    | Clear


port save : List Line -> Cmd msg


{-| Sums the counts.
-}
total : List Line -> Int
total lines =
    List.sum (List.map (\line -> line.count) lines)


price : Model -> Line -> Float
price model line =
    let
        single =
            Dict.get line.name model.prices

        times count =
            toFloat count
    in
    case single of
        Just amount ->
            amount * times line.count

        Nothing ->
            0


size : Int -> String
size count =
    if count > 10 then
        "large"

    else if count > 1 then
        "some"

    else
        "one"



-- UPDATE


update : Msg -> Model -> ( Model, Cmd Msg )
update msg model =
    case msg of
        Add line ->
            let
                lines =
                    line :: model.lines
            in
            ( { model | lines = lines }, save lines )

        Remove name ->
            ( { model | lines = List.filter (\line -> line.name /= name) model.lines }
            , Cmd.none
            )

        Clear ->
            ( { model | lines = [] }, save [] )


view : Line -> Html msg
view line =
    li [ A.class "line" ] [ text line.name ]
